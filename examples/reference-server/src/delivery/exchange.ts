import { errors, type Dispatcher } from 'undici';
import { answerText } from './answer-text.js';
import { AttemptError, classOfStatus } from './attempt.js';
import type { Connection } from './connection.js';

/** A request: `path` includes the query; `headers` omits Host, Connection and Content-Length. */
export type Request = { path: string; headers: Record<string, string>; body: Uint8Array | string };

/** A final response. */
export type Answer = {
  status: number;
  /** The start of the response body; see `answerText`. */
  text: string;
  /** When the status line and headers had arrived, according to `ExchangeOptions.now`. */
  headAt: number;
  /** Whether the body was read completely, so that the connection is reusable. */
  complete: boolean;
};

export type ExchangeOptions = { signal: AbortSignal; maxAnswerBytes: number; now: () => number };

/**
 * How long to read the body of a 2xx response after its headers, in milliseconds; the body is only logged. The delivery
 * has already succeeded, and other deliveries are waiting for its slot.
 */
const BODY_MS = 100;

/**
 * Posts one request and reads its response. After the status line the attempt can no longer fail: reading simply stops
 * if the body is too long or cut off, if the signal aborts, or, for a 2xx response, after BODY_MS.
 *
 * Destroys the connection unless the response is `complete`.
 *
 * @throws AttemptError `closed`, `protocol`, or the signal's reason
 */
export function exchange(connection: Connection, request: Request, options: ExchangeOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { signal, maxAnswerBytes, now } = options;
    let head: { status: number; at: number } | undefined;
    const chunks: Buffer[] = [];
    let remaining = maxAnswerBytes;
    let done = false;
    let bodyTimer: NodeJS.Timeout | undefined;

    const finish = (complete: boolean, failure?: Error) => {
      if (done) return;
      done = true;
      signal.removeEventListener('abort', onAbort);
      clearTimeout(bodyTimer);
      if (!complete) connection.destroy();
      if (head === undefined) {
        reject(failure!);
        return;
      }
      resolve({ status: head.status, text: answerText(Buffer.concat(chunks), !complete), headAt: head.at, complete });
    };
    const onAbort = () => finish(false, signal.reason as Error);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, status) => {
        if (status < 200) return;
        head = { status, at: now() };
        if (classOfStatus(status) === null) bodyTimer = setTimeout(() => finish(false), BODY_MS);
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk.subarray(0, remaining));
        const tooLong = chunk.length > remaining;
        remaining -= Math.min(remaining, chunk.length);
        if (tooLong) finish(false);
      },
      onResponseEnd: () => finish(true),
      onResponseError: (_controller, cause) => {
        const closed = connection.received.bytes() === 0 && !(cause instanceof errors.InvalidArgumentError);
        finish(false, new AttemptError(closed ? 'closed' : 'protocol', { cause }));
      },
    };

    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    connection.received.begin();
    try {
      connection.client.dispatch({ method: 'POST', ...request }, handler);
    } catch (cause) {
      finish(false, new AttemptError('protocol', { cause }));
    }
  });
}
