import type { Setting } from '../verdict.js';

/** The groups of samples. */
export type Shelf = 'receipts' | 'faults' | 'corrections' | 'oss' | 'rounding' | 'food';

/** A document of the gallery. */
export interface Sample {
  readonly title: string;
  readonly shelves: readonly Shelf[];
  readonly setting: Partial<Setting> & Pick<Setting, 'country'>;
  readonly document: unknown;
}
