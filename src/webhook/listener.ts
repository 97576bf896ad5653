import { kindOf, mustBe } from '../usage/usage-error.js';
import { bodyBytes, saysTooLong, type RawBody } from './body.js';
import { createReceiver, type WebhookHandlerOptions } from './receiver.js';

/** The part of Node's `IncomingMessage` that the listener reads, with the properties that frameworks add. */
export type WebhookNodeRequest = {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether the stream has been read from. */
  readonly readableDidRead: boolean;
  readonly readableEnded: boolean;
  /** Any value; used if it is bytes or text. */
  readonly rawBody?: unknown;
  /** Any value; used if it is bytes. */
  readonly body?: unknown;
  /** Adds a listener. */
  on(event: string, listener: (chunk: Uint8Array) => void): unknown;
  /** Reads the rest, and discards it. */
  resume(): unknown;
  /** Closes the connection. */
  destroy(): unknown;
};

/** The part of Node's `ServerResponse` that the listener uses. */
export type WebhookNodeResponse = {
  readonly headersSent: boolean;
  /** Sends status and headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Sends the body. */
  end(text: string): unknown;
};

/**
 * Like `webhookHandler`, for Node: a listener for `http.createServer`, a handler for Express, or anything else with
 * Node's request and response. The listener reads the stream itself. If a parser has already read the stream, it uses
 * `request.rawBody` (bytes or text), or `request.body` if that is bytes. The promise resolves once the response is
 * written, and never rejects.
 *
 * See docs/guides/receive-webhooks.md in the repository.
 *
 * @throws UsageError for a missing, invalid or unknown option. The listener throws a UsageError if a parser has read
 * the body and discarded its bytes
 */
export function webhookListener(
  options: WebhookHandlerOptions,
): (request: WebhookNodeRequest, response: WebhookNodeResponse) => Promise<void> {
  const receiver = createReceiver(options);
  const { maxBodyBytes, deadlineMs } = receiver;
  return (request, response) => {
    // Throws synchronously, because every framework then responds with 500, and there is no unhandled rejection.
    const given = givenBody(request);
    return receiver
      .receive(request.method, request.headers, async (signal) => {
        if (given === undefined) return readStream(request, maxBodyBytes, signal);
        return byteLength(given) > maxBodyBytes ? 413 : given;
      })
      .then(({ status, headers, text }) => {
        if (!response.headersSent) {
          response.writeHead(status, { ...headers });
          response.end(text);
        }
        if (!request.readableEnded) discardRest(request, deadlineMs);
      });
  };
}

function givenBody({ rawBody, body, readableDidRead }: WebhookNodeRequest): string | Uint8Array | undefined {
  if (typeof rawBody === 'string' || isBytes(rawBody)) return rawBody;
  if (isBytes(body)) return body;
  // Some parsers set a body without reading the stream, such as `{}` for a content type that they do not parse.
  if (!readableDidRead) return undefined;
  const wanted =
    'unread, or have its bytes: put the listener before body parsers, or keep what they read as request.rawBody ' +
    '(express.json({ verify: (req, res, bytes) => { req.rawBody = bytes; } }), NestFactory.create(app, { rawBody: true }))';
  throw mustBe(
    'invalid_argument',
    'request.body',
    wanted,
    body === undefined ? 'a stream that was read' : `${kindOf(body)}, parsed`,
  );
}

/** Checks the tag, not `instanceof`: test runners and vm contexts pass arrays from another realm. */
const isBytes = (value: unknown): value is Uint8Array =>
  Object.prototype.toString.call(value) === '[object Uint8Array]';

const byteLength = (body: string | Uint8Array): number =>
  typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;

function readStream(request: WebhookNodeRequest, limit: number, signal: AbortSignal): Promise<RawBody | 400 | 413> {
  return new Promise((resolve) => {
    if (saysTooLong(String(request.headers['content-length'] ?? 0), limit)) {
      resolve(413);
      return;
    }
    const collected = bodyBytes(limit);
    signal.addEventListener('abort', () => resolve(400));
    request.on('data', (chunk) => {
      if (!collected.add(chunk)) resolve(413);
    });
    request.on('end', () => resolve(collected.bytes()));
    // The sender has disconnected, so nobody reads the response.
    request.on('error', () => resolve(400));
    request.on('close', () => resolve(400));
  });
}

/**
 * Reads the rest of the body and discards it: senders read the response only after sending everything, and would lose
 * it if the connection closed immediately.
 */
function discardRest(request: WebhookNodeRequest, deadlineMs: number): void {
  const timer = setTimeout(() => request.destroy(), deadlineMs);
  // An aborted request might emit no further events. The timer must not keep the process alive.
  (timer as { unref?: () => void }).unref?.();
  request.on('close', () => clearTimeout(timer));
  request.on('end', () => clearTimeout(timer));
  request.on('error', () => undefined);
  request.resume();
}
