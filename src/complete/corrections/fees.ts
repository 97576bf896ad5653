import { roundedTax } from '../../money/tax.js';
import type { DraftLine } from '../types.js';
import {
  defined,
  finite,
  readFields,
  type CompletionContext,
  type Fields,
  readElements,
} from '../completion-context.js';
import { checkAmount } from '../order-discounts.js';
import { valueOf, type ParsedLine } from './document.js';

const FIELDS = ['name', 'amount', 'taxRate', 'taxCategory'];

/** Reads each fee once. A fee that cannot be read becomes undefined, and so does a value that is not an array. */
const readFees = (fees: unknown): readonly (Fields | undefined)[] | undefined => readElements(fees, readFields);

/**
 * Reports invalid fees, and fees that exceed the refund.
 *
 * @param refund the refunded lines, if known
 */
export function checkFees(
  context: CompletionContext,
  given: unknown,
  refund?: { readonly lines: readonly ParsedLine[]; readonly pricesIncludeTax: boolean },
): void {
  if (given === undefined) return;
  const fees = readFees(given);
  if (fees === undefined) {
    context.reportType(['fees'], 'invalid_type', 'an array of fees', given);
    return;
  }
  const count = context.issues.length;
  fees.forEach((fee, i) => checkFee(context, ['fees', i], fee));
  if (context.issues.length > count || refund === undefined) return;
  const { lines, pricesIncludeTax } = refund;
  const keptOf = ({ amount, taxRate }: Fields): bigint =>
    BigInt(amount as number) + (pricesIncludeTax ? 0n : BigInt(roundedTax(amount as number, taxRate as number, false)));
  const kept = fees.reduce((sum, fee) => sum + keptOf(fee!), 0n);
  const rest = valueOf(lines, pricesIncludeTax);
  if (kept <= rest) return;
  const problem = `total ${kept}, but only ${rest} is refunded`;
  context.report(['fees'], 'discount_exceeds_amount', problem, Number(kept), Number(rest));
}

function checkFee(context: CompletionContext, at: readonly (string | number)[], fee: Fields | undefined): void {
  if (fee === undefined) {
    context.reportType(at, 'invalid_type', 'an object with name, amount and taxRate', fee);
    return;
  }
  context.checkFields(at, fee, FIELDS);
  const { name, amount, taxRate } = fee;
  context.checkName([...at, 'name'], name);
  checkAmount(context, [...at, 'amount'], amount, 1);
  if (finite(taxRate) === undefined)
    context.reportWrong([...at, 'taxRate'], taxRate, 'number', 'out_of_range', 'a percentage');
}

/** Converts fees to negative lines, because the seller keeps these amounts. */
export function feeItems(given: unknown): DraftLine[] {
  return (readFees(given) ?? []).map((fee) => {
    const { name, amount, taxRate, taxCategory } = fee as Fields;
    return defined({ name, quantity: -1, unitPrice: amount, taxRate, taxCategory }) as unknown as DraftLine;
  });
}
