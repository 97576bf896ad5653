import { fieldPath } from '../issues/field-path.js';
import { show } from '../text/show.js';
import type { NeutralSale } from './neutral-sale.js';

type Path = readonly (string | number)[];

/** The part of the expected document that every correct mapper must return: time, items, prices, tax and payment. */
export function chargedIn({ document }: NeutralSale): unknown {
  const { type, timestamp, currency, items, tax, totals, payment } = document;
  return {
    ...{ type, timestamp, currency, totals },
    items: items.map(({ name, quantity, unitPrice, amount, taxRate, taxCategory, taxAmount, discount }) => ({
      ...{ name, quantity, unitPrice, amount, taxRate, taxCategory, taxAmount },
      discount: discount && { amount: discount.amount },
    })),
    tax: {
      pricesIncludeTax: tax.pricesIncludeTax,
      summary: tax.summary.map(({ rate, category, taxableAmount, taxAmount }) => ({
        rate,
        category,
        taxableAmount,
        taxAmount,
      })),
    },
    payment: { method: payment.method },
  };
}

/**
 * Describes each difference between a document and the expected one. The document may have additional fields. An absent
 * field equals undefined, and two timestamps are equal if they have the same instant and the same local time.
 */
export function differences(expected: unknown, found: unknown, path: Path = []): readonly string[] {
  if (typeof expected !== 'object' || expected === null) {
    if (expected === found || isSameTime(expected, found)) return [];
    return [`${fieldPath(path) || 'the document'} must be ${show(expected)} as in the sale, found ${show(found)}`];
  }
  const theirs = Object(found) as Record<string, unknown>;
  if (Array.isArray(expected)) {
    const count = Array.isArray(found) ? found.length : undefined;
    if (count === expected.length) return expected.flatMap((one, i) => differences(one, theirs[i], [...path, i]));
    const wanted = `${expected.length} entries as in the sale`;
    return [`${fieldPath(path)} must have ${wanted}, found ${count ?? show(found)}`];
  }
  return Object.entries(expected).flatMap(([name, one]) => differences(one, theirs[name], [...path, name]));
}

const MINUTES = 16;

function isSameTime(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string' || a.slice(0, MINUTES) !== b.slice(0, MINUTES)) return false;
  return /^\d{4}-\d\d-\d\dT/.test(a) && Date.parse(a) === Date.parse(b);
}
