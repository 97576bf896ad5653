import type { Issue, Registry } from 'receipt-rule-packs';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';
import { fieldName } from 'receipt-reference-server/counters/counted.js';
import type { KeptRejection } from 'receipt-reference-server/transactions/rejected-by-reason.js';
import { writeKey } from 'receipt-reference-server/read-model/same-write.js';
import { validateBody } from './validate.js';

/** A field that an app repeatedly gets wrong by the same amount. */
export interface Pattern {
  /** The field's path, without array indexes, such as `items[].taxAmount`. */
  readonly field: string;
  /** The value sent minus the expected value; in minor units if the value is money. */
  readonly difference: number;
  /** Undefined if the value is not money, such as a rate. */
  readonly currency: string | undefined;
  readonly appId: string;
  /** The number of documents; a document that was sent several times counts once. */
  readonly documents: number;
  readonly since: Date;
}

/** The minimum number of documents. With fewer documents, identical differences may be a coincidence. */
const LEAST = 3;

/** Fields that contain amounts of money. Source: schemas/2.1. */
const MONEY = /(?:^|\.)(?:amount|unitPrice|taxAmount|taxableAmount|subtotal|discount|tax|rounding|total)$/;

/**
 * Finds differences that at least three documents from an app have in common, most frequent first.
 *
 * @param businesses by id; requests for any other business are ignored
 */
export function findPatterns(
  registry: Registry,
  businesses: ReadonlyMap<string, BusinessRecord>,
  rejected: readonly KeptRejection[],
): Pattern[] {
  const groups = new Map<string, { pattern: Omit<Pattern, 'documents' | 'since'>; at: Map<string, Date> }>();
  for (const request of rejected) {
    const { businessId, appId, at, body } = request;
    const business = businesses.get(businessId);
    if (body === null || business === undefined) continue;
    const currency = currencyOf(body);
    for (const issue of validateBody(registry, business, body).issues) {
      const difference = differenceOf(issue);
      if (difference === undefined) continue;
      const field = fieldName(issue.field);
      const pattern = { field, difference, currency: MONEY.test(field) ? currency : undefined, appId };
      const key = JSON.stringify(pattern);
      const group = groups.get(key) ?? { pattern, at: new Map<string, Date>() };
      groups.set(key, group);
      // Requests are sorted from newest to oldest, so the map ends up with the time of the earliest request for each
      // document.
      group.at.set(writeKey(request), at);
    }
  }
  return [...groups.values()]
    .filter(({ at }) => at.size >= LEAST)
    .map(({ pattern, at }) => {
      const since = new Date(Math.min(...[...at.values()].map((date) => date.getTime())));
      return { ...pattern, documents: at.size, since };
    })
    .sort((a, b) => b.documents - a.documents);
}

function differenceOf({ found, expected }: Issue): number | undefined {
  if (typeof found !== 'number' || typeof expected !== 'number') return undefined;
  const difference = found - expected;
  // Rates have decimals. Without rounding, floating-point errors would make equal differences unequal.
  return difference === 0 ? undefined : Number(difference.toPrecision(12));
}

function currencyOf(body: string): string | undefined {
  const { currency } = JSON.parse(body) as { currency?: unknown };
  return typeof currency === 'string' ? currency : undefined;
}
