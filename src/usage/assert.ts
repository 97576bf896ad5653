import { nearest, orList } from '../text/nearest.js';
import { show } from '../text/show.js';
import { AN_OBJECT, isObject, knownOption, type OptionTest } from './option-tests.js';
import { mustBe, type UsageError } from './usage-error.js';

/**
 * @param argument the caller's name for the value: `business.country`
 * @param wanted a description of the valid values: `an array of rule packs`
 * @throws UsageError `invalid_argument` unless `holds`
 */
export function assertArgument(holds: boolean, argument: string, wanted: string, found: unknown): asserts holds {
  if (!holds) throw invalidArgument(argument, wanted, found);
}

export const invalidArgument = (argument: string, wanted: string, found: unknown): UsageError =>
  mustBe('invalid_argument', argument, wanted, show(found));

export const invalidOption = (argument: string, wanted: string, found: unknown): UsageError =>
  mustBe('invalid_option', argument, wanted, show(found));

/** Nested options; `or` is an alternative form of the option. */
export interface OptionGroup {
  readonly options: OptionShapes;
  readonly or?: OptionTest;
}

/** One value that passes a test, or a non-empty array of such values. */
export interface OptionList {
  readonly oneOrMore: OptionTest;
}

/** An option's valid values: one of several strings, a value that passes a test, or nested options. */
export type OptionShape = readonly string[] | OptionTest | OptionGroup | OptionList;

/** The valid values of a function's options, by name. */
export type OptionShapes = Readonly<Record<string, OptionShape>>;

/**
 * Checks the options of a call. Suggests a known name for an unknown option. `undefined` counts as absent, both for a
 * single option and for the whole object.
 *
 * @param where the caller's name for the options: `options`
 * @throws UsageError `invalid_argument`, `unknown_option`, `invalid_option`
 */
export function assertOptions(where: string, options: unknown, shapes: OptionShapes): void {
  if (options === undefined) return;
  assertArgument(isObject(options), where, 'an object', options);
  for (const name in options) {
    const guess = Object.hasOwn(shapes, name) ? undefined : nearest(name, Object.keys(shapes))[0];
    const shape = knownOption(where, name, shapes, guess);
    if (options[name] !== undefined) checkShape(`${where}.${name}`, options[name], shape);
  }
}

/**
 * Checks one value.
 *
 * @throws UsageError `unknown_option`, `invalid_option`
 */
export function checkShape(argument: string, value: unknown, shape: OptionShape): void {
  if ('test' in shape) checkTest(argument, value, shape);
  else if ('options' in shape) {
    if (shape.or?.test(value) === true) return;
    if (isObject(value)) assertOptions(argument, value, shape.options);
    else throw invalidOption(argument, (shape.or ?? AN_OBJECT).wanted, value);
  } else if ('oneOrMore' in shape) checkList(argument, value, shape.oneOrMore);
  else if (!shape.includes(value as string)) throw invalidOption(argument, alternatives(shape), value);
}

function checkTest(argument: string, value: unknown, { test, wanted }: OptionTest): void {
  if (!test(value)) throw invalidOption(argument, wanted, value);
}

function checkList(argument: string, value: unknown, one: OptionTest): void {
  if (!Array.isArray(value) || value.length === 0)
    checkTest(argument, value, { ...one, wanted: `${one.wanted}, or an array of one or more such` });
  else for (const [i, element] of value.entries()) checkTest(`${argument}[${i}]`, element, one);
}

/** `'a', 'b' or 'c'`. */
const alternatives = (words: readonly string[]): string => orList(words.map((word) => `'${word}'`));
