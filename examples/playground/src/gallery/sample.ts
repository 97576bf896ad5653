import type { Setting } from '../verdict.js';

/** The groups in which the gallery shows samples. */
export type Shelf = 'receipts' | 'mistakes' | 'faults' | 'corrections' | 'oss' | 'rounding' | 'food';

/** A sample document with the settings for its validation. */
export interface Sample {
  readonly title: string;
  readonly shelves: readonly Shelf[];
  readonly setting: Partial<Setting> & Pick<Setting, 'country'>;
  readonly document: unknown;
}
