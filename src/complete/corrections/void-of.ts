import type { Transaction } from '../../document/types.generated.js';
import type { Business } from '../../pack/types.js';
import type { Registry } from '../../registry.js';
import type { CompleteOptions, Completion, CorrectionHead } from '../types.js';
import type { Work } from '../work.js';
import { correct, itemsOf } from './correction.js';
import type { SoundLine } from './document.js';
import type { Ledger } from './ledger.js';

/**
 * Makes the void of a sale that never took place: its lines as they were, the total 0, not settled.
 *
 * @throws TypeError for wrong use, as `refundOf`
 * @example
 * voidOf(registry, sale, { ...head, reason: 'duplicate' }, { country: 'DE' });
 */
export function voidOf(
  registry: Registry,
  sale: Transaction,
  head: CorrectionHead,
  business: Business,
  options?: CompleteOptions,
): Completion {
  return correct({ type: 'void', registry, sale, head, business, options, take: allOf, items: itemsOf });
}

function allOf(work: Work, ledger: Ledger): readonly SoundLine[] {
  if (ledger.isUntouched) return ledger.sale.lines;
  const message = 'part of the sale came back already: a sale is voided as a whole';
  work.report(['earlier'], 'over_refund', message, undefined, []);
  return [];
}
