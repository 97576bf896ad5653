import { PAYMENT_METHODS } from '../../document/payment-methods.js';
import type { Payment, Tender } from '../../document/types.generated.js';
import type { CashRounding } from '../../law/types.js';
import { mixedRoundingOf, type CashMode } from '../cash.js';
import { fieldsOf, type CompletionContext, figure } from '../completion-context.js';
import { sumOf } from '../exact.js';
import { isCash, paymentOf, readOf, type Given } from '../tenders.js';
import type { ParsedDocument } from './document.js';

/** The tender for the part of an exchange that is paid with refunds of other sales. The amount is in minor units. */
export const setOffOf = (amount: number | undefined): Given => ({ method: 'other', name: 'set off', amount });

/**
 * Refunds money to the sale's tenders, with cash last, rounded as the law in force requires. If the tenders paid less
 * than the refund, which is possible for an exchange, keeps the sale's payment method.
 *
 * @param left the amount that can still be refunded to each tender
 * @param drift how much, at most, rounding may have changed the sum of these amounts, in minor units
 * @param setOff the amount paid by refunds of other sales
 * @param exact the total before rounding
 */
export function giveBack(
  left: readonly TenderLeft[],
  drift: number,
  setOff: number,
  context: CompletionContext,
  exact: number,
  rows: readonly CashRounding[],
  mode: CashMode,
): void {
  const { root } = context;
  const due = exact - setOff;
  const rounding = (others: number): ReturnType<typeof mixedRoundingOf> =>
    mixedRoundingOf(root, exact, rows, mode, others + setOff, 0);
  // In an exchange, an amount that is paid back is negative; in any other correction, it is positive.
  const isBack = due !== 0 && (root.type === 'exchange') === due < 0;
  const own = isBack ? backOf(left, drift, due, setOff, rounding) : undefined;
  if (own === undefined && setOff === 0) return;
  const { method, last4 } = fieldsOf(root.payment) ?? {};
  // Validation reports an invalid method.
  if (own === undefined && !PAYMENT_METHODS.includes(method as Given['method'])) return;
  const rest = due === 0 ? [] : [{ method, last4, amount: undefined } as Given];
  const all = [...(own ?? rest), ...(setOff === 0 ? [] : [setOffOf(setOff)])];
  root.payment = paymentOf(
    all.map((tender) => tender.method),
    all[0]!.last4,
  );
  context.tenders = readOf(all);
}

function backOf(
  left: readonly TenderLeft[],
  drift: number,
  due: number,
  setOff: number,
  rounding: (others: number) => ReturnType<typeof mixedRoundingOf>,
): readonly Given[] | undefined {
  const sign = Math.sign(due);
  const cash = left.filter(isCash);
  const ranked = [...left.filter((tender) => !isCash(tender)), ...cash];
  const taken = (most: number): Given[] => {
    let [open, others] = [sign * due, most];
    return ranked.flatMap((tender) => {
      const part = Math.min(tender.amount, open, isCash(tender) ? open : others);
      open -= part;
      if (!isCash(tender)) others -= part;
      return part > 0 ? [{ ...tender, amount: sign * part }] : [];
    });
  };
  let back = taken(sign * due);
  const { others = 0 } = readOf(back);
  const rest = due - (sumOf(back.map(({ amount }) => amount)) ?? 0);
  if (others !== due && cash.length > 0) {
    const found = rounding(others);
    if (typeof found === 'object') {
      const { increment } = found;
      // How much the other tenders and the set-off amount together exceed a multiple of the increment.
      const excess = (sign * (others + setOff)) % increment;
      back = taken(Math.max(0, sign * others - (excess < 0 ? excess + increment : excess)));
    }
    // Leaves the cash amount open, because rounding will change it.
    const last = back.some(isCash) ? back.pop()! : cash[0]!;
    return [...back, { ...last, amount: undefined }];
  }
  if (left.length === 0 || Math.abs(rest) > drift) return undefined;
  const last = back.pop() ?? { ...left.at(-1)!, amount: 0 };
  return [...back, { ...last, amount: last.amount! + rest }];
}

/** The amount that can still be refunded to a tender of a sale. `reverses` is its index in the sale. */
type TenderLeft = Pick<Tender, 'method' | 'name' | 'last4'> & {
  readonly reverses: number;
  readonly amount: number;
};

/**
 * The amount of each tender of a sale minus the amounts that corrections refunded to it. Empty if the sale does not
 * state its tenders. A correction that does not state which tender it refunds counts against the most similar tenders
 * first, and against cash last.
 */
export function tendersLeft(
  { tenders = [] }: ParsedDocument,
  corrections: readonly ParsedDocument[],
): readonly TenderLeft[] {
  const left = tenders.map(({ method, name, last4, amount }, reverses) => {
    return { method, name, last4, amount: Math.max(0, amount), reverses };
  });
  for (const correction of corrections) {
    for (const tender of givenBack(correction)) {
      let open = correction.type === 'exchange' ? -tender.amount : tender.amount;
      const likeness = left.map((one) => unlikeness(one, tender));
      for (const one of [...left].sort((a, b) => likeness[a.reverses]! - likeness[b.reverses]!)) {
        const part = Math.max(0, Math.min(one.amount, open));
        one.amount -= part;
        open -= part;
      }
    }
  }
  return left;
}

/**
 * How far, in minor units, the tenders may differ from the goods, because prior corrections were rounded or amounts
 * were converted.
 */
export function driftOf({ tenders = [], isConverted }: ParsedDocument, corrections: readonly ParsedDocument[]): number {
  const roundings = corrections.map(({ root }) => Math.abs(figure(fieldsOf(root.totals)!.rounding) ?? 0));
  return roundings.reduce((sum, rounding) => sum + rounding, isConverted ? tenders.length : 0);
}

function givenBack({ root, tenders }: ParsedDocument): readonly Pick<Tender, 'method' | 'amount'>[] {
  if (tenders !== undefined) return tenders;
  const method = fieldsOf(root.payment)?.method as Payment['method'];
  return [{ method, amount: figure(fieldsOf(root.totals)!.total)! }];
}

function unlikeness(left: TenderLeft, tender: Partial<Tender>): number {
  if (left.reverses === tender.reverses) return 0;
  if (left.method !== tender.method) return left.method === 'cash' ? 4 : 3;
  return left.name === tender.name && left.last4 === tender.last4 ? 1 : 2;
}
