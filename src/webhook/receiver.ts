import type { WebhookEvent } from '../document/written-types.js';
import { kindOf, mustBe } from '../usage/usage-error.js';
import {
  A_COUNT,
  A_FUNCTION,
  A_TIME,
  ANYTHING,
  checkOptions,
  isObject,
  type OptionTest,
} from '../usage/option-tests.js';
import { WebhookVerificationError } from './error.js';
import type { WebhookHeaders } from './signature-header.js';
import { memorySeenStore, type SeenStore } from './seen-store.js';
import type { RawBody } from './body.js';
import { createWebhookVerifier, type WebhookVerifierOptions } from './verifier.js';

/** The options of a handler or listener: the options of the verifier, and what to do with an event. */
export type WebhookHandlerOptions = WebhookVerifierOptions & {
  /**
   * Handles an authentic event that was not handled before. Only store the event here, and process it later: the
   * service waits only 10 seconds for the response. If this throws or rejects, the response is 500, the claim on the
   * `eventId` is released, and the service retries.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** Remembers which events were handled; default `memorySeenStore()`, which is for one process. */
  seen?: SeenStore | undefined;
  /**
   * Called with the reason if a response is not 200: a `WebhookVerificationError`, or an error from `onEvent` or a
   * store. Default: logs errors from `onEvent` and stores to `console.error`.
   */
  onError?: ((error: unknown) => unknown) | undefined;
  /**
   * The maximum body length in bytes; default 1,048,576. The response to a longer body is 413, and its bytes are
   * discarded.
   */
  maxBodyBytes?: number | undefined;
  /**
   * Milliseconds after which the response is 503 if `onEvent` has not finished; default 9,000. `onEvent` continues, and
   * a retry gets 200 once it has finished.
   */
  deadlineMs?: number | undefined;
};

/** The response to a delivery. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** Responds to deliveries, independently of how the body is read. */
export type Receiver = {
  readonly maxBodyBytes: number;
  readonly deadlineMs: number;
  /**
   * Never rejects.
   *
   * @param read a function that returns the body, or the status to respond with; it stops when the signal aborts
   */
  receive(
    method: string | undefined,
    headers: WebhookHeaders,
    read: (signal: AbortSignal) => Promise<RawBody | 400 | 413>,
  ): Promise<Answer>;
};

const answer = (status: number, text = '', headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: text === '' ? headers : { ...headers, 'Content-Type': 'text/plain' },
  text,
});
const LATER: Answer = { status: 503, headers: { 'Retry-After': '30' }, text: '' };

// The verifier checks its own options, so only their names are needed here. Lists them without a spread, because
// bundlers keep unused spreads.
const OPTIONS = {
  secrets: ANYTHING,
  toleranceSeconds: ANYTHING,
  nonceStore: ANYTHING,
  now: ANYTHING,
  onEvent: A_FUNCTION,
  seen: {
    test: (value) => isObject(value) && ['claim', 'done', 'release'].every((name) => typeof value[name] === 'function'),
    wanted: 'an object with the methods claim, done and release',
  },
  onError: A_FUNCTION,
  maxBodyBytes: A_COUNT,
  deadlineMs: A_TIME,
} satisfies Record<keyof WebhookHandlerOptions, OptionTest>;

/** @throws UsageError for a missing, invalid or unknown option */
export function createReceiver(options: WebhookHandlerOptions): Receiver {
  checkOptions(options, OPTIONS);
  const { secrets, toleranceSeconds, nonceStore, now, onEvent } = options;
  const verifier = createWebhookVerifier({ secrets, toleranceSeconds, nonceStore, now });
  if (onEvent === undefined) throw mustBe('invalid_option', 'options.onEvent', A_FUNCTION.wanted, 'undefined');
  const { seen = memorySeenStore(), onError = logFaults, maxBodyBytes = 1_048_576, deadlineMs = 9000 } = options;

  /** An error in the callback must not change the response. */
  const report = (error: unknown): void => void (async () => onError(error))().catch(() => undefined);

  async function handle(event: WebhookEvent): Promise<Answer> {
    const { eventId } = event;
    let claim: unknown;
    try {
      claim = await seen.claim(eventId);
      if (claim !== 'new' && claim !== 'busy' && claim !== 'done')
        throw new Error(`seen.claim must return 'new', 'busy' or 'done', found ${kindOf(claim)}`);
    } catch (error) {
      report(error);
      return LATER;
    }
    if (claim === 'busy') return LATER;
    if (claim === 'new') {
      try {
        await onEvent(event);
      } catch (error) {
        report(error);
        await settle(() => seen.release(eventId));
        return answer(500);
      }
      await settle(() => seen.done(eventId));
    }
    return answer(200);
  }

  /** Records the outcome. The response is the same whether the store succeeds or not. */
  async function settle(record: () => Promise<void>): Promise<void> {
    try {
      await record();
    } catch (error) {
      report(error);
    }
  }

  async function verifyAndHandle(body: RawBody, headers: WebhookHeaders): Promise<Answer> {
    let event: WebhookEvent;
    try {
      event = await verifier.verify(body, headers);
    } catch (error) {
      report(error);
      if (!(error instanceof WebhookVerificationError)) return answer(500);
      return error.code === 'nonce_store_failed' ? LATER : answer(400, error.code);
    }
    return handle(event);
  }

  return {
    maxBodyBytes,
    deadlineMs,
    async receive(method, headers, read) {
      if (method !== 'POST') return answer(405, '', { Allow: 'POST' });
      const control = new AbortController();
      let timer: ReturnType<typeof setTimeout>;
      const late = new Promise<Answer>((resolve) => {
        timer = setTimeout(() => {
          report(new Error(`unfinished after ${deadlineMs} ms`));
          resolve(LATER);
        }, deadlineMs);
      });
      const work = async (): Promise<Answer> => {
        const body = await read(control.signal).catch(() => 400 as const);
        if (typeof body === 'number') return answer(body);
        return control.signal.aborted ? LATER : verifyAndHandle(body, headers);
      };
      return Promise.race([work(), late]).finally(() => {
        clearTimeout(timer);
        control.abort();
      });
    },
  };
}

/** Logs errors in this server, but not invalid deliveries, because anyone can send those. */
function logFaults(error: unknown): void {
  if (error instanceof WebhookVerificationError && error.code !== 'nonce_store_failed') return;
  (globalThis as { console?: { error(value: unknown): void } }).console?.error(error);
}
