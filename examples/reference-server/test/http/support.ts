import { expect } from 'vitest';
import { client, type Answer, type Client } from '../support/client.js';
import { createAnswerChecker, type AnswerChecker } from '../support/openapi.js';

let check: AnswerChecker | undefined;

/**
 * Checks a response against the OpenAPI document, which describes only paths below /v1.
 *
 * @throws Error for an undocumented response, and for a 5xx status that is not in `expected`
 */
export function holdToOpenApi(method: string, path: string, answer: Answer, expected: readonly number[] = []): Answer {
  const { status, headers, text } = answer;
  const faults = path.startsWith('/v1') ? (check ??= createAnswerChecker())(method, path, status, headers, text) : [];
  if (status >= 500 && !expected.includes(status)) faults.push(`a response with ${status}: ${text}`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return answer;
}

/** A client that checks every response against the OpenAPI document. */
export function checkedClient(url: string, token: string): Client {
  const plain = client(url, token);
  return {
    call: async (method, path, init) => holdToOpenApi(method, path, await plain.call(method, path, init)),
    list: async (query = '', options) =>
      holdToOpenApi('GET', `/v1/transactions${query}`, await plain.list(query, options)),
    post: async (document, options) => holdToOpenApi('POST', '/v1/transactions', await plain.post(document, options)),
  };
}

/** The status and code of an error response, and any issues as `field: code`. */
export type Refusal = [status: number, code: string, issues?: string[]];

/** Reads an error response. Its body must have exactly the documented shape. */
export function refusalOf({ status, headers, json }: Pick<Answer, 'status' | 'headers' | 'json'>): Refusal {
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  const text = expect.any(String) as string;
  const body = json as { error: { code: string; message: string }; issues?: { field: string; code: string }[] };
  const issues = body.issues?.map(() => ({ field: text, code: text, message: text }));
  expect(body).toStrictEqual({ error: { code: text, message: text }, ...(issues && { issues }) });
  const named = body.issues?.map(({ field, code }) => `${field}: ${code}`);
  return named ? [status, body.error.code, named] : [status, body.error.code];
}
