import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Registry, RulePack, ShopOptions } from 'receipt-rule-packs';
import { withLaw } from '../../../src/testing/option-shapes';
import { documents } from '../../../src/testing/valid-transaction';
import { toLocalTimestamp } from '../../../src/complete/to-local-timestamp';
import type { Document, Mistake } from './mistakes';

/**
 * Ignores missing fiscal data and the dates of rates: generated documents have no fiscal data, and rates from any date.
 */
export const OPTIONS: ShopOptions = { rateWindows: 'off', severities: { fiscal_missing: 'off' } };

export interface Broken {
  readonly country: string;
  readonly original: Document;
  readonly document: Document;
}

/** Generates a plain document for a country, with noon UTC in local time as its timestamp. */
export function drawDocument(pack: RulePack, seed: number): Document {
  const arbitrary = documents(withLaw(pack), { unusual: false, sale: 'home' }, { spare: 1e6, small: true });
  const [drawn] = fc.sample(arbitrary, { numRuns: 1, seed });
  const document = JSON.parse(JSON.stringify(drawn)) as Document;
  if (!/^\d/.test(document.receiptNumber)) document.receiptNumber = String(1000 + (seed % 997));
  const instant = new Date(`${document.timestamp.slice(0, 10)}T12:00:00Z`);
  document.timestamp = toLocalTimestamp(instant, withLaw(pack).law.timeZone);
  for (const { discount } of document.items) if (discount?.description === '') delete discount.description;
  return document;
}

/** Adds detectable mistakes to a valid document; undefined if they do not apply to any of a few documents. */
export function breakDocument(
  registry: Registry,
  pack: RulePack,
  mistakes: readonly Mistake[],
  seed: number,
): Broken | undefined {
  const shop = registry.shop({ country: pack.country }, OPTIONS);
  for (let attempt = 0; attempt < 12; attempt++) {
    const original = drawDocument(pack, seed + attempt * 7919);
    const before = shop.validate(original);
    if (!before.valid || before.warnings.length > 0) continue;
    const document = structuredClone(original);
    const applies = mistakes.every(({ make }) => {
      const last = structuredClone(document);
      try {
        return make(document, seed + attempt) && !isDeepStrictEqual(document, last);
      } catch {
        // An earlier mistake changed the type of a field that this mistake reads.
        return false;
      }
    });
    if (!applies) continue;
    const after = shop.validate(document);
    if (!after.valid || after.warnings.length > 0) return { country: pack.country, original, document };
  }
  return undefined;
}
