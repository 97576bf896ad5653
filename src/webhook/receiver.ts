import type { WebhookEvent } from '../document/written-types.js';
import { kindOf } from '../usage/kind.js';
import { A_COUNT, A_FUNCTION, ANYTHING, checkOptions, isObject, type OptionTest } from '../usage/option-tests.js';
import { mustBe } from '../usage/usage-error.js';
import { WebhookVerificationError } from './error.js';
import type { WebhookHeaders } from './header-value.js';
import { memorySeenStore } from './memory-seen-store.js';
import type { RawBody } from './raw-body.js';
import type { SeenStore } from './seen-store.js';
import { createWebhookVerifier, type WebhookVerifierOptions } from './verifier.js';

/** The options of a handler and of a listener: those of the verifier, and what to do with an event. */
export type WebhookHandlerOptions = WebhookVerifierOptions & {
  /**
   * Handles an authentic event that was not handled before. Store it here, and work on it later: the service waits 10
   * seconds. If this throws or rejects, the response is 500, the `eventId` is free again, and the service retries.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** Where to remember which events were handled; default `memorySeenStore()`, which is for one process. */
  seen?: SeenStore | undefined;
  /**
   * Told why a response is not 200: a `WebhookVerificationError`, or what `onEvent` or a store threw. Default: the
   * latter go to `console.error`.
   */
  onError?: ((error: unknown) => unknown) | undefined;
  /** The longest body, in bytes; default 1,048,576. Longer ones get 413, and are never kept. */
  maxBodyBytes?: number | undefined;
  /**
   * Milliseconds until the response is 503 although `onEvent` has not ended; default 9,000. `onEvent` goes on, and a retry
   * gets 200 once it is done.
   */
  deadlineMs?: number | undefined;
};

/** The response to a delivery. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** Responds to deliveries, however they are read. */
export type Receiver = {
  readonly maxBodyBytes: number;
  readonly deadlineMs: number;
  /**
   * Never rejects.
   *
   * @param read gives the body, or the status to answer with; stops at the signal
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

// Of what the verifier checks itself, only the names. No spread: a bundler keeps one that nothing uses.
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
  deadlineMs: {
    test: (value) => A_COUNT.test(value) && (value as number) <= 2_147_483_647,
    wanted: 'an integer of 0 to 2147483647, the longest that timers take',
  },
} satisfies Record<keyof WebhookHandlerOptions, OptionTest>;

/** @throws UsageError for a missing, wrong or unknown option */
export function createReceiver(options: WebhookHandlerOptions): Receiver {
  checkOptions(options, OPTIONS);
  const { secrets, toleranceSeconds, nonceStore, now, onEvent } = options;
  const verifier = createWebhookVerifier({ secrets, toleranceSeconds, nonceStore, now });
  if (onEvent === undefined) throw mustBe('invalid_option', 'options.onEvent', A_FUNCTION.wanted, 'undefined');
  const { seen = memorySeenStore(), onError = logFaults, maxBodyBytes = 1_048_576, deadlineMs = 9000 } = options;

  /** What a callback of the user's throws must not change the response. */
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

  /** The response says what became of the event, whether or not the store could record it. */
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
          report(new Error(`no end within ${deadlineMs} ms`));
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

/** What is wrong here, not with the delivery: anybody can send that. */
function logFaults(error: unknown): void {
  if (error instanceof WebhookVerificationError && error.code !== 'nonce_store_failed') return;
  (globalThis as { console?: { error(value: unknown): void } }).console?.error(error);
}
