import type { CorrectedSale, CorrectionFields } from '../../complete/types.js';
import type { Transaction } from '../../document/types.generated.js';
import type { CorrectionSource } from './adapter.js';
import { creditOf, integerOf } from './parts.js';

/**
 * Maps a refund of an amount without lines. If it refunds the whole remaining balance of the sale, all lines are
 * returned; otherwise the amount is a credit.
 *
 * @param total minor units
 * @param tax minor units, if stated
 */
export function moneyBack(of: CorrectedSale, fields: CorrectionFields, total: number, tax?: number): CorrectionSource {
  const expect = { total, tax };
  const exact = (document: unknown): number => {
    const { totals } = Object(document) as Partial<Transaction>;
    return integerOf(totals?.total) - integerOf(totals?.rounding ?? 0);
  };
  const left = of.priorCorrections.reduce((rest, document) => rest - exact(document), exact(of.sale));
  return total === left
    ? { kind: 'refund', input: { ...of, ...fields, lines: 'all' }, expect }
    : { kind: 'credit_note', input: { ...of, ...fields, amount: creditOf(of, total) }, expect };
}
