import { describe, expect, it } from 'vitest';
import { memoryNonceStore, WebhookVerificationError } from '../../src/webhook/index.js';
import { constantTimeEqual } from '../../src/webhook/hmac.js';
import { parseEvent } from '../../src/webhook/event.js';
import { signatureHeaderText } from '../../src/webhook/signature-header.js';
import { UsageError } from 'receipt-rule-packs/webhook';

const thrown = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

describe('a payload that is not JSON', () => {
  const utf8 = new TextDecoder('utf-8', { fatal: true });

  it.each<[string, string | Uint8Array, typeof Error]>([
    ['text', '{', SyntaxError],
    ['bytes that are not UTF-8', Uint8Array.of(0xff), TypeError],
  ])("is reported with the parser's error as the cause: %s", (_, body, kind) => {
    const error = thrown(() => parseEvent(body, utf8)) as WebhookVerificationError;
    expect(error.code).toBe('invalid_payload');
    expect(error.cause).toBeInstanceOf(kind);
  });
});

describe('the signature header', () => {
  it('is not confused with another header of the same length', () => {
    const headers = { 'x-seventeen-chars': 'other', 'service-signature': 'this' };
    expect(Object.keys(headers).map((name) => name.length)).toEqual([17, 17]);
    expect(signatureHeaderText(headers)).toBe('this');
  });
});

describe('memoryNonceStore', () => {
  it.each([5, true, null, 'x'])('throws a UsageError for the options %s', (options) => {
    expect(() => memoryNonceStore(options as never)).toThrow(UsageError);
  });
});

describe('constantTimeEqual', () => {
  it('distinguishes zeros from absent values', () => {
    expect(constantTimeEqual(new Uint8Array(1), new Uint8Array(0))).toBe(false);
    expect(constantTimeEqual(new Uint8Array(0), new Uint8Array(1))).toBe(false);
  });
});
