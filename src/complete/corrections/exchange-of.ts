import type { Transaction } from '../../document/types.generated.js';
import type { Business } from '../../pack/types.js';
import type { Registry } from '../../registry.js';
import type { CompleteOptions, Completion, CorrectionHead, DraftLine, Take } from '../types.js';
import { correct, itemsOf } from './correction.js';
import { negated } from './document.js';
import { takeLines } from './takes.js';

/**
 * Makes an exchange: returned lines of a sale, negative, and lines that are bought instead. The total is the difference
 * and may have any sign. If it is paid in cash, the difference is rounded.
 *
 * @param returned as for `refundOf`
 * @param bought lines, as in a draft
 * @throws TypeError for wrong use, as `refundOf`
 * @example
 * exchangeOf(registry, sale, [{ line: 0, quantity: 1 }], [{ name: 'Mug, blue', unitPrice: 12900, taxRate: 19 }], head, {
 *   country: 'DE',
 * });
 */
export function exchangeOf(
  registry: Registry,
  sale: Transaction,
  returned: readonly Take[],
  bought: readonly DraftLine[],
  head: CorrectionHead,
  business: Business,
  options?: CompleteOptions,
): Completion {
  if (!Array.isArray(bought)) throw new TypeError('exchangeOf: bought must be an array of lines');
  return correct({
    type: 'exchange',
    registry,
    sale,
    head,
    business,
    options,
    take: (work, ledger) => takeLines(work, ledger, returned),
    items: (document, lines) => [...itemsOf(document, lines.map(negated)), ...(bought as readonly DraftLine[])],
  });
}
