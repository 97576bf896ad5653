import { setTimeout as sleep } from 'node:timers/promises';
import type { SpanContext } from '@opentelemetry/api';
import type { WebhookSigner } from 'receipt-rule-packs/webhook';
import type { Logger } from 'pino';
import { DatabaseUnavailable } from '../database/database.js';
import { PLAIN_SECRETS, type Secrets } from '../endpoints/secrets.js';
import { LEASE_MS } from '../sql/queues.js';
import { inSpan, traceparentOf } from '../tracing.js';
import type { Metrics } from '../metrics.js';
import type { Attempt } from './attempt.js';
import type { Result } from './record.js';
import type { Sender } from './send.js';
import type { Delivery } from './take.js';

/** The dependencies and settings of `deliver`. */
export interface DeliveryContext {
  readonly sender: Sender;
  readonly signerOf: (secrets: readonly string[]) => WebhookSigner;
  /** Whether requests to endpoints include the header `traceparent`; default false. */
  readonly traceEndpoints?: boolean;
  /** How endpoint secrets are stored; default: in plain text. */
  readonly secrets?: Secrets;
  readonly metrics: Metrics;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** See `recordAttempts`. */
  readonly record: (result: Result) => Promise<boolean>;
}

/** Milliseconds between attempts to record a result while the database is unreachable. */
const RECORD_RETRY_MS = 500;

/** A completed attempt. */
export interface AttemptResult {
  readonly attempt: Attempt;
  /** When the attempt began. */
  readonly at: Date;
  /** Milliseconds until the attempt ended, including reading the response body. */
  readonly tookMs: number;
  /** False if the result came too late: another worker has leased the delivery, or the delivery has changed. */
  readonly recorded: boolean;
}

/**
 * Makes one attempt at a delivery and records it; returns undefined if the delivery may no longer be sent. Every
 * attempt has a fresh `t` and nonce, but the same body bytes.
 */
export async function deliver(context: DeliveryContext, delivery: Delivery): Promise<AttemptResult | undefined> {
  const { metrics } = context;
  const { endpointId } = delivery;
  const at = new Date();
  if (!delivery.allowed) {
    await recordInTime(context, { delivery, attempt: undefined, at });
    return undefined;
  }
  const startedAt = performance.now();
  const attributes = {
    'receipts.event': delivery.eventId,
    'receipts.endpoint': endpointId,
    'receipts.attempt': delivery.attempt,
  };
  const attempt = await inSpan(
    'attempt delivery',
    attributes,
    (span) => makeAttempt(context, delivery, span.spanContext()),
    delivery.traceparent,
  );
  const tookMs = performance.now() - startedAt;
  metrics.observeAttempt(attempt.errorClass, attempt.durationMs / 1000);
  if (attempt.errorClass === null && delivery.round === 1) {
    metrics.observeDelivered(
      delivery.attempt,
      (at.getTime() + attempt.durationMs - delivery.createdAt.getTime()) / 1000,
    );
  }
  const recorded = await recordInTime(context, { delivery, attempt, at });
  if (!recorded) metrics.countLateResult();
  return { attempt, at, tookMs, recorded };
}

async function makeAttempt(
  { sender, signerOf, secrets: stored = PLAIN_SECRETS, traceEndpoints = false, log }: DeliveryContext,
  { businessId, eventId, endpointId, url, body, secrets, eventType }: Delivery,
  span: SpanContext,
): Promise<Attempt> {
  if (body === null) {
    log.error({ businessId, eventId }, 'the document of an event cannot be read; run the command verify');
    const nothing = { status: null, address: null, answer: null };
    return { delivered: false, durationMs: 0, errorClass: 'unreadable', ...nothing };
  }
  const opened = secrets.map((secret) => stored.open(endpointId, secret));
  const headers = { ...(await signerOf(opened).sign(body, { event: eventType })) };
  const traceparent = traceEndpoints ? traceparentOf(span) : null;
  return sender.send({ url, body, headers: traceparent === null ? headers : { ...headers, traceparent } });
}

/**
 * Records a result. While the database is unreachable, retries until the lease ends. After that, the delivery belongs
 * to other workers.
 */
async function recordInTime({ record, log }: DeliveryContext, result: Result): Promise<boolean> {
  const { delivery, at } = result;
  for (;;) {
    try {
      return await record(result);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || Date.now() - at.getTime() > LEASE_MS) throw error;
      log.warn({ eventId: delivery.eventId, endpointId: delivery.endpointId }, 'a result is waiting for the database');
      await sleep(RECORD_RETRY_MS);
    }
  }
}
