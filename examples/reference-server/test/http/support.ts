import { expect } from 'vitest';
import { client, type Answer, type Client } from '../support/client.js';
import { createAnswerChecker, type AnswerChecker } from '../support/openapi.js';

let check: AnswerChecker | undefined;

/**
 * Holds an answer against the OpenAPI document; a path outside of /v1 has no place there.
 *
 * @throws Error for an answer that is not documented, and for any 5xx but those in `expected`
 */
export function holdToOpenApi(method: string, path: string, answer: Answer, expected: readonly number[] = []): Answer {
  const { status, headers, text } = answer;
  const faults = path.startsWith('/v1') ? (check ??= createAnswerChecker())(method, path, status, headers, text) : [];
  if (status >= 500 && !expected.includes(status)) faults.push(`an answer with ${status}: ${text}`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return answer;
}

/** A client of which every answer is held against the OpenAPI document. */
export function checkedClient(url: string, token: string): Client {
  const plain = client(url, token);
  return {
    call: async (method, path, init) => holdToOpenApi(method, path, await plain.call(method, path, init)),
    list: async (query = '', options) =>
      holdToOpenApi('GET', `/v1/transactions${query}`, await plain.list(query, options)),
    post: async (document, options) => holdToOpenApi('POST', '/v1/transactions', await plain.post(document, options)),
  };
}

/** What an error answer says: status, code, and its issues as `field: code` where it has any. */
export type Refusal = [status: number, code: string, issues?: string[]];

/** Reads an error answer, whose body must have exactly the one shape. */
export function refusalOf({ status, headers, json }: Pick<Answer, 'status' | 'headers' | 'json'>): Refusal {
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  const text = expect.any(String) as string;
  const body = json as { error: { code: string; message: string }; issues?: { field: string; code: string }[] };
  const issues = body.issues?.map(() => ({ field: text, code: text, message: text }));
  expect(body).toStrictEqual({ error: { code: text, message: text }, ...(issues && { issues }) });
  const named = body.issues?.map(({ field, code }) => `${field}: ${code}`);
  return named ? [status, body.error.code, named] : [status, body.error.code];
}
