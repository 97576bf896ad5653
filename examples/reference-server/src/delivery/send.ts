import manifest from '../../package.json' with { type: 'json' };
import { AttemptError, classOfStatus, type Attempt } from './attempt.js';
import { connectToChecked, type Connect } from './connect.js';
import { IdleConnections } from './idle-connections.js';
import { post, type PostSettings, type SeenAddress } from './post.js';
import { lookupByDns, type Lookup } from './resolve.js';

/** One request to send: the endpoint, the signed bytes, and their headers. */
export type SendRequest = { url: string; body: Uint8Array | string; headers: Record<string, string> };

/**
 * Makes attempts. Each attempt begins at once, on its own connection. The caller limits the number of concurrent
 * attempts.
 */
export type Sender = {
  /** Makes one attempt. Never rejects. */
  send(request: SendRequest): Promise<Attempt>;
  /** Closes the idle connections. Call it when no attempt is in progress. */
  close(): void;
};

export type SenderOptions = {
  /** For tests: also allow 127.0.0.1 and ::1, even over http. */
  allowLoopback: boolean;
  /**
   * The total time limit for DNS, connecting, TLS, sending, and the response's headers and body, in milliseconds;
   * reading the body of a 2xx response takes at most 100 ms. Default 10 s.
   */
  deadlineMs?: number;
  /** How many bytes of a response body to read. Default 16 KiB. */
  maxAnswerBytes?: number;
  /** Certificates to trust instead of Node's, in PEM. */
  ca?: string;
  /** For tests: replaces DNS. */
  lookup?: Lookup;
  /** For tests: replaces the function that opens TCP connections. */
  connect?: Connect;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
};

/** The time limit for one attempt in milliseconds. Source: decisions.md, Delivery. */
export const DEADLINE_MS = 10_000;

const USER_AGENT = `receipt-reference-server/${manifest.version}`;

/**
 * Creates the sender, which makes all the server's requests to other hosts: POST requests to public addresses only,
 * checked and pinned at connection time, without following redirects, all within one deadline.
 *
 * @see decisions.md, Delivery
 */
export function createSender({
  deadlineMs = DEADLINE_MS,
  maxAnswerBytes = 16_384,
  lookup = lookupByDns,
  connect = connectToChecked,
  now = () => performance.now(),
  ...rest
}: SenderOptions): Sender {
  const settings = { ...rest, maxAnswerBytes, lookup, connect, now };
  const idle = new IdleConnections();
  return {
    send: async (request) => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(new AttemptError('timeout')), deadlineMs);
      const attempt = await makeAttempt(request, idle, settings, controller.signal);
      clearTimeout(timer);
      return attempt;
    },
    close: () => idle.clear(),
  };
}

async function makeAttempt(
  request: SendRequest,
  idle: IdleConnections,
  settings: PostSettings,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = settings.now();
  const elapsed = (until: number) => Math.max(0, Math.round(until - startedAt));
  const seen: SeenAddress = { address: null };
  try {
    const { url, body, headers } = request;
    const named = { url, body, headers: { 'User-Agent': USER_AGENT, ...headers } };
    const { status, text, headAt } = await post(named, idle, settings, signal, seen);
    const errorClass = classOfStatus(status);
    const durationMs = elapsed(headAt);
    return { delivered: errorClass === null, status, durationMs, address: seen.address, errorClass, answer: text };
  } catch (error) {
    const { errorClass, address } = error instanceof AttemptError ? error : new AttemptError('protocol');
    const durationMs = elapsed(settings.now());
    return { delivered: false, status: null, durationMs, address: address ?? seen.address, errorClass, answer: null };
  }
}
