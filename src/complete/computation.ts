import type { CompletionContext, Fields } from './completion-context.js';
import { fieldsOf, figure } from './completion-context.js';
import type { DraftParts } from './read-draft.js';

/** What one attempt at a draft does otherwise. */
export interface Variant {
  readonly taxRounding?: 'line' | 'group' | undefined;
  /** Drops the stated taxes of lines. */
  readonly withoutStatedTax?: boolean | undefined;
  /** Takes pricesIncludeTax the other way round. */
  readonly isFlipped?: boolean;
  /** Drops the discounts of lines or of the order. */
  readonly without?: 'items' | 'discounts';
}

/** A draft with its figures. */
export interface Computation {
  readonly context: CompletionContext;
  readonly extras: DraftParts['extras'];
  /** Whether the figures include discounts, charges and tip. */
  readonly isWhole: boolean;
}

/** Computes the draft once more, from its start. */
export type Attempt = (variant: Variant) => Computation;

/** A figure of the totals; undefined if it is unknown. */
export const totalsOf = ({ context: { root } }: Computation): Fields => fieldsOf(root.totals) ?? {};

export const figureOf = (done: Computation, name: 'total' | 'tax' | 'subtotal'): number | undefined =>
  figure(totalsOf(done)[name]);
