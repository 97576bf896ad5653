import { mustBe } from './usage-error.js';

/** A number as it is; of any other value the kind alone, never the value itself: it may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'number') return `${value}`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** As `assertArgument`, without texts in messages: small, and safe beside secrets. */
export function checkArgument(holds: boolean, argument: string, wanted: string, found: unknown): asserts holds {
  if (!holds) throw mustBe('invalid_argument', argument, wanted, kindOf(found));
}
