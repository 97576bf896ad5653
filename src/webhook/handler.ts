import { mustBe } from '../usage/usage-error.js';
import { bodyBytes, saysTooLong } from './body.js';
import { createReceiver, type WebhookHandlerOptions } from './receiver.js';

/** The part of a `Request` that the handler reads. */
export type WebhookRequest = {
  readonly method: string;
  readonly headers: {
    /** The text of a header; null if it is absent. */
    get(name: string): string | null;
  };
  readonly bodyUsed: boolean;
  readonly body: {
    /** A reader of the bytes. */
    getReader(): WebhookBodyReader;
  } | null;
};

/** The part of a `ReadableStreamDefaultReader` that the handler uses. */
export type WebhookBodyReader = {
  /** The next bytes. */
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  /** Discards the rest. */
  cancel(): Promise<void>;
};

/**
 * The `Response` of the platform, or `unknown` in a project without platform types: the library requires neither the
 * Node types nor the DOM types.
 */
export type WebhookResponse = typeof globalThis extends { Response: { prototype: infer T } } ? T : unknown;

/**
 * Creates a handler for webhook deliveries, for any framework with `Request → Response` handlers: Hono, Next.js route
 * handlers, Workers, Deno, Bun. It verifies each delivery, and calls `onEvent` once for each `eventId`.
 *
 * | status | when |
 * |---|---|
 * | 200 | handled now or earlier |
 * | 400 | the signature, its header or the envelope is wrong; the body contains the error code |
 * | 405 | not POST |
 * | 413 | the body is longer than `maxBodyBytes` |
 * | 500 | `onEvent` threw |
 * | 503 | the same event is being handled, a store failed, or `deadlineMs` passed; with `Retry-After: 30` |
 *
 * The handler rejects only if the request's body has already been read, with a UsageError.
 *
 * See docs/guides/receive-webhooks.md in the repository.
 *
 * @throws UsageError for a missing, invalid or unknown option
 */
export function webhookHandler(options: WebhookHandlerOptions): (request: WebhookRequest) => Promise<WebhookResponse> {
  const receiver = createReceiver(options);
  const { maxBodyBytes, deadlineMs } = receiver;
  return async (request) => {
    if (request.bodyUsed)
      throw mustBe(
        'invalid_argument',
        'request',
        'one with an unread body: pass it on before anything reads it',
        'a used body',
      );
    const { status, headers, text } = await receiver.receive(request.method, request.headers, async (signal) => {
      const tooLong = saysTooLong(request.headers.get('Content-Length'), maxBodyBytes);
      return tooLong ? 413 : readBody(request, maxBodyBytes, deadlineMs, signal);
    });
    return new Response(text === '' ? null : text, { status, headers });
  };
}

async function readBody(
  { body }: WebhookRequest,
  limit: number,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Uint8Array | 413> {
  if (body === null) return new Uint8Array();
  const collected = bodyBytes(limit);
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value && !collected.add(value)) {
      signal.removeEventListener('abort', cancel);
      void discardRest(reader, deadlineMs).catch(() => undefined);
      return 413;
    }
  }
  signal.removeEventListener('abort', cancel);
  return collected.bytes();
}

/**
 * Reads the rest of the body, because a sender that is still sending would lose the response if the connection closed
 * immediately.
 */
async function discardRest(reader: WebhookBodyReader, deadlineMs: number): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), deadlineMs);
  try {
    while (!(await reader.read()).done);
  } finally {
    clearTimeout(timer);
  }
}
