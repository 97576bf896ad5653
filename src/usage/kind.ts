import { mustBe } from './usage-error.js';

/** A number itself, or the kind of any other value. Never shows that value, because it may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'number') return `${value}`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Like `assertArgument`, but smaller, and safe for secrets because it never quotes text. */
export function checkArgument(holds: boolean, argument: string, wanted: string, found: unknown): asserts holds {
  if (!holds) throw mustBe('invalid_argument', argument, wanted, kindOf(found));
}
