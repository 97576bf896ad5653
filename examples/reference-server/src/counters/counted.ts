import { schemas, type JsonSchema } from 'receipt-rule-packs/schemas';
import type { Attempt } from '../delivery/attempt.js';
import type { Delivery } from '../delivery/take.js';
import type { Counters } from './counters.js';

/** The counters for occurrences. */
export type Counting = Pick<Counters, 'count'>;

/** The upper bounds of the latency buckets, in milliseconds; the last bucket is unbounded. */
export const LATENCIES_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, Infinity] as const;

/** An attempt that has been recorded. */
export interface CountedAttempt {
  readonly delivery: Pick<Delivery, 'businessId' | 'endpointId' | 'round' | 'body'>;
  readonly attempt: Pick<Attempt, 'errorClass' | 'durationMs'>;
  /** When the attempt began. */
  readonly at: Date;
  /** Whether this was the last of the six attempts. */
  readonly isLast: boolean;
}

/**
 * Counts an attempt and its latency; if the delivery's last attempt failed, also counts the delivery as given up. For a
 * delivery that succeeds in its first round, also counts the delay since its event was written; after a manual
 * redelivery, that delay would be meaningless.
 */
export function countAttempt({ count }: Counting, { delivery, attempt, at, isLast }: CountedAttempt): void {
  const both = ['all', `endpoint:${delivery.endpointId}`];
  const all = [...both, `business:${delivery.businessId}`];
  count(at, all, `attempt.${attempt.errorClass ?? 'delivered'}`);
  count(at, both, `latency.${classOf(attempt.durationMs)}`);
  const writtenAt = delivery.round === 1 && attempt.errorClass === null ? createdAt(delivery.body ?? '') : NaN;
  if (!Number.isNaN(writtenAt)) count(at, both, `delay.${classOf(at.getTime() + attempt.durationMs - writtenAt)}`);
  if (isLast && attempt.errorClass !== null) count(at, all, 'given_up');
}

/** The name of the bucket for a duration in milliseconds: its upper bound, or `more`. */
export function classOf(ms: number): string {
  const bound = LATENCIES_MS.find((most) => ms <= most)!;
  return bound === Infinity ? 'more' : String(bound);
}

/**
 * When an event was created, in milliseconds since the epoch, read from the start of its envelope; NaN if the envelope
 * has no creation time.
 */
function createdAt(body: string): number {
  return Date.parse(/^\{[^{}]*"createdAt":"([^"]{1,40})"/.exec(body)?.[1] ?? '');
}

/** The sender of a write with a valid credential. */
export interface CountedWriter {
  readonly appId: string;
  readonly business: { readonly id: string };
}

/** Counts a request to write a document. @param outcome `created`, `replayed`, or the error code */
export function countWrite({ count }: Counting, writer: CountedWriter | undefined, outcome: string): void {
  const of = writer === undefined ? [] : [`app:${writer.appId}`, `business:${writer.business.id}`];
  count(new Date(), ['all', ...of], `write.${outcome}`);
}

/** An issue in a rejected request. */
interface CountedIssue {
  readonly field: string;
  readonly code: string;
  readonly rule?: string | undefined;
}

/**
 * Counts a request rejected with 422 once for each reason, which is a rule, code or field in its issues: in total, for
 * its app and for its business. Conversely, also counts the rejections for each reason by app and by business. Finally,
 * counts the app itself as a reason.
 */
export function countRejection(
  { count }: Counting,
  { appId, business }: CountedWriter,
  issues: readonly CountedIssue[],
): void {
  const at = new Date();
  const [ofApp, ofBusiness] = [`app:${appId}`, `business:${business.id}`];
  const found = new Set(
    issues.flatMap(({ field, code, rule }) => [
      `code:${code}`,
      `field:${fieldName(field)}`,
      ...(rule === undefined ? [] : [`rule:${rule}`]),
    ]),
  );
  for (const reason of found) {
    count(at, [reason], 'rejected');
    count(at, ['all', ofApp, ofBusiness], `rejected.${reason}`);
    for (const whose of [ofApp, ofBusiness]) count(at, [reason], `rejected.${whose}`);
  }
  for (const subject of ['all', ofApp, ofBusiness]) count(at, [subject], `rejected.${ofApp}`);
}

/**
 * The names of all fields of a document. Only these names get their own counters: senders can make up any number of
 * other names.
 */
const NAMES: ReadonlySet<string> = namesOf(schemas.transaction);

/** Objects in which the sender chooses all field names. */
const FREE_FORM: ReadonlySet<string> = new Set(['metadata', 'extensions']);

/** The maximum depth of a field; deeper names become `*`. */
const MAX_DEPTH = 6;

/** A field path without indexes, such as `items[].taxRate`; field names made up by the sender become `*`. */
export function fieldName(field: string): string {
  const steps = field.match(/\[\d+\]|\["(?:[^"\\]|\\.)*"\]|[^.[\]]+/g) ?? [];
  let name = '';
  for (const [depth, step] of steps.entries()) {
    if (/^\[\d+\]$/.test(step)) name += '[]';
    else if (depth < MAX_DEPTH && NAMES.has(step)) name += `${name && '.'}${step}`;
    else return `${name}${name && '.'}*`;
    if (FREE_FORM.has(step)) return name;
  }
  return name;
}

function namesOf(schema: JsonSchema, names = new Set<string>()): Set<string> {
  const { properties } = schema as { readonly properties?: object };
  for (const name of Object.keys(properties ?? {})) names.add(name);
  for (const part of Object.values(schema)) {
    if (typeof part === 'object' && part !== null) namesOf(part as JsonSchema, names);
  }
  return names;
}
