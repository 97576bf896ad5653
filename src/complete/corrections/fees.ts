import { fieldPath } from '../../issues/field-path.js';
import type { DraftLine } from '../types.js';
import {
  copyElements,
  copyOf,
  defined,
  figure,
  finite,
  type CompletionContext,
  type Fields,
} from '../completion-context.js';

const FIELDS = ['name', 'amount', 'taxRate', 'taxCategory'];

/** The fees, each read once; undefined for what cannot be read. */
function readFees(fees: unknown): readonly (Fields | undefined)[] | undefined {
  try {
    return Array.isArray(fees) ? (copyElements(fees, copyOf) as (Fields | undefined)[]) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reports fees that cannot be kept of what is refunded.
 *
 * @param lines what is refunded, if known
 */
export function checkFees(
  context: CompletionContext,
  given: unknown,
  lines?: readonly { readonly amount: number }[],
): void {
  if (given === undefined) return;
  const fees = readFees(given);
  if (fees === undefined) {
    context.reportType(['fees'], 'invalid_type', 'an array of fees', given);
    return;
  }
  const count = context.issues.length;
  fees.forEach((fee, i) => checkFee(context, ['fees', i], fee));
  if (context.issues.length > count || lines === undefined) return;
  const kept = fees.reduce((sum, fee) => sum + BigInt(fee!.amount as number), 0n);
  const rest = lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (kept <= rest) return;
  const message = `fees total ${kept}, but only ${rest} is refunded.`;
  context.report(['fees'], 'discount_exceeds_amount', message, Number(kept), Number(rest));
}

function checkFee(context: CompletionContext, at: readonly (string | number)[], fee: Fields | undefined): void {
  if (fee === undefined) {
    context.reportType(at, 'invalid_type', 'an object with name, amount and taxRate', fee);
    return;
  }
  context.checkFields(at, fee, FIELDS);
  const { name, amount, taxRate } = fee;
  const check = (field: string, value: unknown, isRight: boolean, isOfType: boolean, wanted: string): void => {
    if (isRight) return;
    const code = value === undefined ? 'required' : isOfType ? 'out_of_range' : 'invalid_type';
    if (code === 'required') context.report([...at, field], code, `${fieldPath([...at, field])} is required.`);
    else context.reportType([...at, field], code, wanted, value);
  };
  check('name', name, typeof name === 'string' && name !== '', typeof name === 'string', 'text');
  const size = figure(amount) ?? 0;
  check('amount', amount, size > 0, typeof amount === 'number', 'an integer in minor units above 0');
  check('taxRate', taxRate, finite(taxRate) !== undefined, typeof taxRate === 'number', 'percent');
}

/** Lines below 0: the seller keeps them. */
export function feeItems(given: unknown): DraftLine[] {
  return (readFees(given) ?? []).map((fee) => {
    const { name, amount, taxRate, taxCategory } = fee as Fields;
    return defined({ name, quantity: -1, unitPrice: amount, taxRate, taxCategory }) as unknown as DraftLine;
  });
}
