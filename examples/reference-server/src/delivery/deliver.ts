import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookSigner } from 'receipt-rule-packs/webhook';
import type { Logger } from 'pino';
import { DatabaseUnavailable } from '../database/database.js';
import { PLAIN_SECRETS, type Secrets } from '../endpoints/secrets.js';
import type { Metrics } from '../metrics.js';
import type { Attempt } from './attempt.js';
import { LEASE_MS } from './queues.js';
import type { Result } from './record.js';
import type { Sender } from './send.js';
import type { Delivery } from './take.js';

/** What deliveries need. */
export interface DeliveryContext {
  readonly sender: Sender;
  readonly signerOf: (secrets: readonly string[]) => WebhookSigner;
  /** How endpoint secrets are stored; default: in plain text. */
  readonly secrets?: Secrets;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** See `recordAttempts`. */
  readonly record: (result: Result) => Promise<boolean>;
}

/** Milliseconds between tries to record a result while the database is unreachable. */
const RECORD_RETRY_MS = 500;

/** A completed attempt. */
export interface AttemptResult {
  readonly attempt: Attempt;
  /** When it began. */
  readonly at: Date;
  /** Milliseconds until it ended, including the response body. */
  readonly tookMs: number;
}

/**
 * Makes one attempt of a delivery and records it; undefined if it may no longer be sent. Every attempt has a fresh `t` and
 * nonce, and the same bytes.
 */
export async function deliver(context: DeliveryContext, delivery: Delivery): Promise<AttemptResult | undefined> {
  const { sender, signerOf, metrics, secrets: stored = PLAIN_SECRETS } = context;
  const { endpointId, url, body, secrets, eventType } = delivery;
  const at = new Date();
  if (!delivery.allowed) {
    await recordInTime(context, { delivery, attempt: undefined, at });
    return undefined;
  }
  const opened = secrets.map((secret) => stored.open(endpointId, secret));
  const headers = { ...(await signerOf(opened).sign(body, { event: eventType })) };
  const startedAt = performance.now();
  const attempt = await sender.send({ url, body, headers });
  const tookMs = performance.now() - startedAt;
  metrics.observeAttempt(attempt.errorClass, attempt.durationMs / 1000);
  if (!(await recordInTime(context, { delivery, attempt, at }))) metrics.countLateResult();
  return { attempt, at, tookMs };
}

/**
 * Records a result. While the database is unreachable, retries until the lease ends. After that the delivery belongs to
 * other workers.
 */
async function recordInTime({ record, log }: DeliveryContext, result: Result): Promise<boolean> {
  const { delivery, at } = result;
  for (;;) {
    try {
      return await record(result);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || Date.now() - at.getTime() > LEASE_MS) throw error;
      log.warn({ eventId: delivery.eventId, endpointId: delivery.endpointId }, 'result is waiting for the database');
      await sleep(RECORD_RETRY_MS);
    }
  }
}
