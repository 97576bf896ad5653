import { kindOf } from './kind.js';
import { mustBe, UsageError } from './usage-error.js';

/** A test of a value, and what is valid in words: `a function`. */
export interface OptionTest {
  readonly test: (value: unknown) => boolean;
  readonly wanted: string;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** For an option whose reader checks it. */
export const ANYTHING: OptionTest = { test: () => true, wanted: '' };
export const A_FUNCTION: OptionTest = { test: (value) => typeof value === 'function', wanted: 'a function' };
export const A_BOOLEAN: OptionTest = { test: (value) => typeof value === 'boolean', wanted: 'true or false' };
export const A_STRING: OptionTest = { test: (value) => typeof value === 'string', wanted: 'a string' };
export const AN_OBJECT: OptionTest = { test: isObject, wanted: 'an object' };
export const A_COUNT: OptionTest = {
  test: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  wanted: 'an integer of 0 or more',
};

/**
 * Checks options that have no nested options, for webhook and cursor: small, and never quotes a text. `undefined` counts
 * as absent.
 *
 * @throws UsageError `invalid_argument`, `unknown_option`, `invalid_option`
 */
export function checkOptions(options: unknown, tests: Readonly<Record<string, OptionTest>>): void {
  if (!isObject(options)) throw mustBe('invalid_argument', 'options', 'an object', kindOf(options));
  for (const name in options) {
    const { test, wanted } = knownOption('options', name, tests);
    const value = options[name];
    if (value !== undefined && !test(value)) throw mustBe('invalid_option', `options.${name}`, wanted, kindOf(value));
  }
}

/**
 * Looks up an option by name.
 *
 * @param meant the name to suggest
 * @throws UsageError `unknown_option`
 */
export function knownOption<T>(where: string, name: string, options: Readonly<Record<string, T>>, meant?: string): T {
  if (Object.hasOwn(options, name)) return options[name]!;
  const remedy = meant ? `did you mean ${meant}?` : `its options are ${Object.keys(options).join(', ')}`;
  throw new UsageError('unknown_option', `${where}.${name}`, `${where} has no option ${name}: ${remedy}`);
}
