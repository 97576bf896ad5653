import type { CompletionContext, Fields } from './completion-context.js';
import { fieldsOf, figure } from './completion-context.js';
import type { DraftParts } from './read-draft.js';

/** How an attempt to compute a draft differs from the default computation. */
export interface Variant {
  readonly taxRounding?: 'line' | 'group' | undefined;
  /** Ignores the taxes stated on lines. */
  readonly withoutStatedTax?: boolean | undefined;
  /** Inverts `pricesIncludeTax`. */
  readonly isFlipped?: boolean;
  /** Ignores line discounts (`items`) or order discounts (`discounts`). */
  readonly without?: 'items' | 'discounts';
}

/** A draft with its computed figures. */
export interface Computation {
  readonly context: CompletionContext;
  readonly extras: DraftParts['extras'];
  /** Whether the figures include discounts, charges and tip. */
  readonly isWhole: boolean;
}

/** Computes the draft again from scratch. */
export type Attempt = (variant: Variant) => Computation;

/** The computed totals; empty if there are none. */
export const totalsOf = ({ context: { root } }: Computation): Fields => fieldsOf(root.totals) ?? {};

export const figureOf = (done: Computation, name: 'total' | 'tax' | 'subtotal'): number | undefined =>
  figure(totalsOf(done)[name]);
