import type { Payment, Tender } from '../../document/types.generated.js';
import { fieldsOf, figure } from '../completion-context.js';
import type { ParsedDocument } from './document.js';

/** The amount that can still be refunded to a tender of a sale. `reverses` is its index in the sale. */
export type TenderLeft = Pick<Tender, 'method' | 'name' | 'last4'> & {
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
 * How far the tenders may differ from the goods because prior corrections were rounded, or because amounts were
 * converted, in minor units.
 */
export function driftOf({ tenders = [], isConverted }: ParsedDocument, corrections: readonly ParsedDocument[]): number {
  const roundings = corrections.map(({ root }) => Math.abs(figure(fieldsOf(root.totals)?.rounding) ?? 0));
  return roundings.reduce((sum, rounding) => sum + rounding, isConverted ? tenders.length : 0);
}

function givenBack({ root, tenders }: ParsedDocument): readonly Pick<Tender, 'method' | 'amount'>[] {
  if (tenders !== undefined) return tenders;
  const method = fieldsOf(root.payment)?.method as Payment['method'];
  return [{ method, amount: figure(fieldsOf(root.totals)?.total)! }];
}

function unlikeness(left: TenderLeft, tender: Partial<Tender>): number {
  if (left.reverses === tender.reverses) return 0;
  if (left.method !== tender.method) return left.method === 'cash' ? 4 : 3;
  return left.name === tender.name && left.last4 === tender.last4 ? 1 : 2;
}
