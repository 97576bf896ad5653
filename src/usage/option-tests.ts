import { kindOf, mustBe, UsageError } from './usage-error.js';

/** A test of a value, and a description of what is valid: `a function`. */
export interface OptionTest {
  readonly test: (value: unknown) => boolean;
  readonly wanted: string;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The test for an option that other code checks. */
export const ANYTHING: OptionTest = { test: () => true, wanted: '' };
export const A_FUNCTION: OptionTest = { test: (value) => typeof value === 'function', wanted: 'a function' };
export const A_BOOLEAN: OptionTest = { test: (value) => typeof value === 'boolean', wanted: 'true or false' };
export const A_STRING: OptionTest = { test: (value) => typeof value === 'string', wanted: 'a string' };
export const AN_OBJECT: OptionTest = { test: isObject, wanted: 'an object' };
export const A_COUNT: OptionTest = {
  test: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  wanted: 'an integer of 0 or more',
};
export const A_POSITIVE_COUNT: OptionTest = {
  test: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
  wanted: 'an integer of 1 or more',
};

/** A delay for a timer. A timer with a longer delay fires immediately. */
export const A_TIME: OptionTest = {
  test: (value) => A_COUNT.test(value) && (value as number) <= 2_147_483_647,
  wanted: 'milliseconds below 2147483648',
};
export const hasMethods = (...methods: readonly string[]): OptionTest => ({
  test: (value) => isObject(value) && methods.every((name) => typeof value[name] === 'function'),
  wanted: `an object with ${methods.join(', ')}`,
});

/**
 * Checks flat options. Smaller than `assertOptions`, and never quotes text, which may be a secret. `undefined` is
 * treated as absent.
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

/** @throws UsageError `invalid_option` for the first missing option */
export function checkRequired<Name extends string>(
  options: Readonly<Partial<Record<Name, unknown>>>,
  tests: Readonly<Record<Name, OptionTest>>,
  ...names: readonly Name[]
): void {
  for (const name of names)
    if (options[name] === undefined) throw mustBe('invalid_option', `options.${name}`, tests[name].wanted, 'undefined');
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
