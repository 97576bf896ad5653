import type { Transaction } from 'receipt-rule-packs';
import { refundableBalance, type Completion, type RefundableBalance } from 'receipt-rule-packs/complete';
import { shopOf } from './laws';

/** A completion with its document in one field, valid or not. */
export const withDocument = (result: Completion) => ({
  ...result,
  document: result.valid ? result.transaction : (result.document as Transaction),
});

const SHOP = shopOf();

const balance = (sale: unknown, priorCorrections: readonly unknown[]) => {
  const isStored = typeof (sale as { id?: unknown } | undefined)?.id === 'string';
  const named = isStored ? {} : { originalTransactionId: 'txn_1' };
  return refundableBalance(SHOP, { sale, priorCorrections, ...named } as never);
};

/** The refundable balance of a sale whose corrections are valid. */
export function balanceOf(sale: unknown, priorCorrections: readonly unknown[] = []): RefundableBalance {
  const result = balance(sale, priorCorrections);
  if (!result.valid) throw new Error(JSON.stringify(result.issues));
  return result.balance;
}

/** All issues of a sale and its corrections: errors, then warnings. */
export function balanceFaults(sale: unknown, priorCorrections: readonly unknown[]) {
  const result = balance(sale, priorCorrections);
  return [...result.issues, ...result.warnings];
}
