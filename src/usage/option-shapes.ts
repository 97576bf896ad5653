import { show } from '../show.js';
import { assertArgument } from './assert-argument.js';
import { UsageError } from './usage-error.js';

/** A test of a value, with what is right in words: `a function`. */
export interface OptionTest {
  readonly test: (value: unknown) => boolean;
  readonly wanted: string;
}

/** The values that an option may have: one of some words, a value that passes a test, or options within it. */
export type OptionShape = readonly string[] | OptionTest | { readonly options: OptionShapes };

/** The options of a function, by name. */
export type OptionShapes = Readonly<Record<string, OptionShape>>;

export const A_FUNCTION: OptionTest = { test: (value) => typeof value === 'function', wanted: 'a function' };
export const A_BOOLEAN: OptionTest = { test: (value) => typeof value === 'boolean', wanted: 'true or false' };
export const AN_OBJECT: OptionTest = {
  test: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  wanted: 'an object',
};
export const A_COUNT: OptionTest = {
  test: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  wanted: 'an integer of 0 or more',
};

/**
 * The one check of options. `undefined` is no value, for an option and for all of them.
 *
 * @param guess names the option that was probably meant
 * @throws UsageError `invalid_argument`, `unknown_option`, `invalid_option`
 */
export function assertOptionShapes(
  where: string,
  options: unknown,
  shapes: OptionShapes,
  guess?: (name: string, known: readonly string[]) => string | undefined,
): void {
  if (options === undefined) return;
  assertArgument(
    typeof options === 'object' && options !== null && !Array.isArray(options),
    where,
    'an object',
    options,
  );
  for (const name in options) {
    const value = (options as Record<string, unknown>)[name];
    const argument = `${where}.${name}`;
    if (!Object.hasOwn(shapes, name)) {
      const known = Object.keys(shapes);
      const meant = guess?.(name, known);
      const remedy = meant === undefined ? `its options are ${known.join(', ')}` : `did you mean ${meant}?`;
      throw new UsageError('unknown_option', argument, `${where} has no option ${name}: ${remedy}`);
    }
    if (value === undefined) continue;
    const shape = shapes[name]!;
    if ('options' in shape) assertOptionShapes(argument, value, shape.options, guess);
    else if (!matches(shape, value)) throw invalidOption(argument, wantedOf(shape), value);
  }
}

const matches = (shape: readonly string[] | OptionTest, value: unknown): boolean =>
  'test' in shape ? shape.test(value) : shape.includes(value as string);

const wantedOf = (shape: readonly string[] | OptionTest): string =>
  'test' in shape
    ? shape.wanted
    : shape
        .map((word) => `'${word}'`)
        .join(', ')
        .replace(/, (?=[^,]*$)/, ' or ');

export const invalidOption = (argument: string, wanted: string, found: unknown): UsageError =>
  new UsageError('invalid_option', argument, `${argument} must be ${wanted}, found ${show(found)}`);
