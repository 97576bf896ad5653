import type { ReceiptLaw, Transaction } from 'receipt-rule-packs';
import type { Expected } from './case-lines';
import { ceiling, floor, lineAmount } from './rational';
import { inSchemaOrder } from './schema-order';

/**
 * A case's warnings, plus the warnings about a total with a fraction of the currency unit, which cases do not list.
 * Computed without code from src.
 */
export function withUnitWarnings(
  law: ReceiptLaw,
  document: unknown,
  issues: readonly Expected[],
  warnings: readonly Expected[],
) {
  const { currency, items, totals } = Object(document) as Transaction;
  const unit = law.currencies.find(({ code }) => code === currency)?.unit;
  if (unit === undefined || !isSound(totals, items, issues) || totals.total % unit === 0) return [...warnings];
  const lines = items.flatMap(({ quantity, unitPrice, discount, amount }, i) => {
    const exact = lineAmount(quantity, unitPrice, discount?.amount ?? 0);
    const isRight = [floor(exact), ceiling(exact)].includes(BigInt(amount));
    return isRight && amount % unit !== 0 ? [`items[${i}].amount`] : [];
  });
  const all = [...warnings, ...[...lines, 'totals.total'].map((field) => ({ field, code: 'amount_deviates' }))];
  return all.sort((a, b) => inSchemaOrder(sortable(a), sortable(b)));
}

/** Whether the rule ran, that is, whether the fields that it reads are structurally valid. */
function isSound(totals: Transaction['totals'] | undefined, items: unknown, issues: readonly Expected[]): boolean {
  const isFaulty = issues.some(
    ({ field, code }) =>
      /^(?:items\b|totals$|totals\.total$|currency$)/.test(field) &&
      /^(?:required|invalid_type|out_of_range|too_short)$/.test(code),
  );
  return !isFaulty && Array.isArray(items) && Number.isSafeInteger(totals?.total);
}

const sortable = ({ field, code }: Expected) => ({
  path: (field.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
  code,
});
