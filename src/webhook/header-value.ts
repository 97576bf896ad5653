import { WebhookVerificationError } from './error.js';

/**
 * The signature header: the headers of the request, as fetch `Headers` or as a plain object such as Node's, with names
 * in any case; or the text of the header itself (`undefined` or `null` if absent).
 */
export type WebhookHeaders =
  | {
      /** The text of a header; null if it is absent. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | string
  | readonly string[]
  | null
  | undefined;

const NAME = 'service-signature';

/**
 * The text of the only signature header.
 *
 * @throws WebhookVerificationError `missing_signature`: absent or empty. `malformed_signature`: several, or not text
 */
export function signatureHeaderText(headers: WebhookHeaders): string {
  const [text, ...others] = signatureHeaders(headers);
  if (text === undefined || (text === '' && others.length === 0)) {
    throw new WebhookVerificationError('missing_signature', 'the Service-Signature header is absent or empty');
  }
  if (others.length > 0 || typeof text !== 'string') {
    throw new WebhookVerificationError('malformed_signature', 'expected one Service-Signature header, as text');
  }
  return text;
}

/** All signature headers of a request. External input may not have the declared types. */
function signatureHeaders(headers: unknown): unknown[] {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return present(headers);
  if (hasGet(headers)) return present(headers.get(NAME));
  const found: unknown[] = [];
  for (const name of Object.keys(headers)) {
    if (name.length === NAME.length && name.toLowerCase() === NAME) {
      for (const one of present((headers as Readonly<Record<string, unknown>>)[name])) found.push(one);
    }
  }
  return found;
}

function hasGet(headers: object): headers is { get(name: string): unknown } {
  return 'get' in headers && typeof headers.get === 'function';
}

function present(value: unknown): unknown[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((entry) => entry !== undefined && entry !== null);
}
