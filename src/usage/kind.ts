import { mustBe } from './usage-error.js';

/** The number itself, or the kind of any other value, never the value: it may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'number') return `${value}`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** As `assertArgument`, but never quotes a text: small, and safe for secrets. */
export function checkArgument(holds: boolean, argument: string, wanted: string, found: unknown): asserts holds {
  if (!holds) throw mustBe('invalid_argument', argument, wanted, kindOf(found));
}
