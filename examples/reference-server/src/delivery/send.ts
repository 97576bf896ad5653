import manifest from '../../package.json' with { type: 'json' };
import { AttemptError, classOfStatus, type Attempt } from './attempt.js';
import { connectToChecked, type Connect } from './connect.js';
import { startDeadline, type Deadline } from './deadline.js';
import { IdleConnections } from './idle-connections.js';
import { post, type PostSettings, type SeenAddress } from './post.js';
import { lookupByDns, type Lookup } from './resolve.js';

/** One delivery to make: the endpoint, the signed bytes, and the headers that go with them. */
export type SendRequest = { url: string; body: Uint8Array | string; headers: Record<string, string> };

/** Makes attempts. Each has a connection of its own, at once: how many run at a time is for the caller to limit. */
export type Sender = {
  /** Makes one attempt. Never rejects; `signal` gives up on it, as `aborted`. */
  send(request: SendRequest, signal?: AbortSignal): Promise<Attempt>;
  /** Gives up on all that still runs, closes all connections, and waits for both. Later attempts are `aborted`. */
  close(): Promise<void>;
};

export type SenderOptions = {
  /** For tests: also allow 127.0.0.1 and ::1, over http too. */
  allowLoopback: boolean;
  /** For DNS, connecting, TLS, sending, the answer's head and its body together. Default 10 s. */
  deadlineMs?: number;
  /** How much of an answer's body is read. Default 16 KiB. */
  maxAnswerBytes?: number;
  /** Certificates to trust instead of Node's, in PEM. */
  ca?: string;
  /** Stands in for DNS. */
  lookup?: Lookup;
  /** Stands in for opening TCP connections. */
  connect?: Connect;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
};

type Settings = PostSettings & { deadlineMs: number };

const USER_AGENT = `receipt-reference-server/${manifest.version}`;

/**
 * Creates the one way by which the server calls out: POST to public addresses only, checked and pinned when
 * connecting, without redirects, all of it inside one deadline.
 *
 * @see decisions.md, Delivery
 */
export function createSender(options: SenderOptions): Sender {
  const settings = withDefaults(options);
  const idle = new IdleConnections();
  const running = new Map<Deadline, Promise<Attempt>>();
  let closed = false;

  const send = (request: SendRequest, signal?: AbortSignal): Promise<Attempt> => {
    const deadline = startDeadline(settings.deadlineMs, signal);
    if (closed) deadline.abort();
    const attempt = makeAttempt(request, idle, settings, deadline.signal).finally(() => {
      deadline.clear();
      running.delete(deadline);
      if (closed) idle.clear();
    });
    running.set(deadline, attempt);
    return attempt;
  };

  const close = async (): Promise<void> => {
    closed = true;
    for (const deadline of running.keys()) deadline.abort();
    await Promise.all(running.values());
    idle.clear();
  };

  return { send, close };
}

function withDefaults(options: SenderOptions): Settings {
  return {
    allowLoopback: options.allowLoopback,
    deadlineMs: options.deadlineMs ?? 10_000,
    maxAnswerBytes: options.maxAnswerBytes ?? 16_384,
    ca: options.ca,
    lookup: options.lookup ?? lookupByDns,
    connect: options.connect ?? connectToChecked,
    now: options.now ?? (() => performance.now()),
  };
}

async function makeAttempt(
  request: SendRequest,
  idle: IdleConnections,
  settings: Settings,
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
