import fc from 'fast-check';
import { fieldPath } from '../issues/field-path.js';
import { assertArgument, assertOptions, type OptionShape } from '../usage/assert.js';
import { A_POSITIVE_COUNT, type OptionTest } from '../usage/option-tests.js';
import { nudgesOf, type Nudge } from './nudges.js';
import { isArbitrary } from './option-shapes.js';
import { isCompletion, settled } from './outcome.js';

/** The options of `sensitivity`. */
export interface SensitivityOptions {
  /**
   * Input fields that are meant to have no effect, including everything inside them, written as in the report:
   * `rows[].sku`, `customer`.
   */
  readonly ignores?: readonly string[] | undefined;
  /** How many inputs to generate. Default 150. */
  readonly numRuns?: number | undefined;
  /** The seed to generate inputs with. Default: a new one for each run; a failure states it. */
  readonly seed?: number | undefined;
}

export const IGNORES: OptionTest = {
  wanted: "an array of fields such as 'rows[].sku'",
  test: (value) => Array.isArray(value) && value.every((field) => typeof field === 'string'),
};

const OPTIONS = {
  ignores: IGNORES,
  numRuns: A_POSITIVE_COUNT,
  seed: { wanted: 'an integer', test: Number.isSafeInteger },
} satisfies Record<keyof SensitivityOptions, OptionShape>;

/** If a field has at most this many distinct values, each of them is tried. */
const MOST_VALUES = 12;
/** A change fails the check if it has no effect in this fraction of its uses or more. */
const TOLERATED = 0.02;

/**
 * Checks that every value in the input has an effect: changes each one slightly, based on its format alone, and maps
 * the input again. A number is increased by 1, and negated; decimal text gets a different last digit, an extra digit,
 * and a minus sign; a timestamp moves by a day, and to another offset; other text gets longer; a field with few
 * distinct values is given each of the others. If a change has no effect in 2 % of its uses or more, the mapper ignores
 * the field or treats some inputs alike. An exception counts as an effect.
 *
 * See docs/guides/test-your-mapper.md in the repository.
 *
 * @param inputs an arbitrary of inputs, or recorded inputs. They are not changed
 * @param map a mapper; returns a document or a `Completion`
 * @throws Error that lists each field that the mapper ignores, with an example and how often there was no effect; or if
 * `map` throws for every input
 * @throws UsageError for a wrong argument, an unknown option or a wrong value
 * @example
 * sensitivity(sales, toTransaction, { ignores: ['rows[].note'] });
 */
export function sensitivity<T>(
  inputs: fc.Arbitrary<T> | readonly T[],
  map: (input: T) => unknown,
  options: SensitivityOptions = {},
): void {
  const isList = Array.isArray(inputs) && inputs.length > 0;
  assertArgument(isList || isArbitrary(inputs), 'inputs', 'an arbitrary, or an array of inputs', inputs);
  assertArgument(typeof map === 'function', 'map', 'a function', map);
  assertOptions('options', options, OPTIONS);
  const { numRuns = 150, seed = Math.floor(Math.random() * 2 ** 31), ignores = [] } = options;
  const drawn = isList ? inputs : fc.sample(inputs as fc.Arbitrary<T>, { numRuns, seed });
  const replay = isList ? undefined : `To generate the same inputs again: { seed: ${seed}, numRuns: ${numRuns} }`;
  checkSensitivity(drawn as readonly T[], map, ignores, replay);
}

type Path = readonly (string | number)[];

/** A value in an input that is not an object or an array. */
interface Leaf {
  readonly path: Path;
  /** The path without indexes: `rows[].price`. */
  readonly field: string;
  readonly value: unknown;
}

interface Use {
  readonly field: string;
  readonly nudge: string;
  count: number;
  withoutEffect: number;
  example: string;
}

/** Like `sensitivity`, for arguments already checked. @param replay the text to append to a failure's message */
export function checkSensitivity<T>(
  inputs: readonly T[],
  map: (input: T) => unknown,
  ignores: readonly string[],
  replay?: string,
): void {
  const samples = inputs.map((input) => ({ input, leaves: leavesOf(input, ignores) }));
  const valuesOf = fewValues(samples.flatMap(({ leaves }) => leaves));
  const uses = new Map<string, Use>();
  let failure: unknown;
  let mapped = 0;
  for (const { input, leaves } of samples) {
    let before: string;
    try {
      before = textOf(settled(map(input)));
    } catch (error) {
      failure = error;
      continue;
    }
    mapped++;
    for (const leaf of leaves) {
      for (const nudge of allNudges(leaf, valuesOf.get(leaf.field))) {
        const hasEffect = before !== outcome(map, withLeaf(input, leaf.path, nudge.value) as T);
        count(uses, leaf, nudge, hasEffect);
      }
    }
  }
  if (mapped === 0) throw new Error('map throws for every input.', { cause: failure });
  const dropped = [...uses.values()].filter(({ count, withoutEffect }) => withoutEffect >= TOLERATED * count);
  if (dropped.length > 0) throw new Error(messageOf(dropped, replay));
}

function messageOf(dropped: readonly Use[], replay: string | undefined): string {
  const fields = new Set(dropped.map(({ field }) => field));
  const lines = dropped.map(
    ({ field, nudge, count, withoutEffect, example }) =>
      `- ${field}, ${nudge}: no effect in ${withoutEffect} of ${count} uses, such as ${example}`,
  );
  const what = `Changes of ${[...fields].join(', ')} do not change the document. Map the field, or name it in ignores:`;
  return [what, ...lines, ...(replay === undefined ? [] : [replay])].join('\n');
}

function count(uses: Map<string, Use>, { path, field, value }: Leaf, nudge: Nudge, hasEffect: boolean): void {
  const key = `${field} ${nudge.name}`;
  let use = uses.get(key);
  if (use === undefined) uses.set(key, (use = { field, nudge: nudge.name, count: 0, withoutEffect: 0, example: '' }));
  use.count++;
  if (hasEffect) return;
  use.withoutEffect++;
  use.example ||= `${plain(value)} → ${plain(nudge.value)} at ${fieldPath(path)}`;
}

function leavesOf(input: unknown, ignores: readonly string[]): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (value: unknown, path: Path, above: readonly unknown[]): void => {
    const field = fieldPath(path).replaceAll(/\[\d+\]/g, '[]') || 'input';
    if (
      ignores.some(
        (ignored) => field === ignored || (/^[.[]/.test(field.slice(ignored.length)) && field.startsWith(ignored)),
      )
    )
      return;
    if (typeof value !== 'object' || value === null || value instanceof Date) leaves.push({ path, field, value });
    else if (Array.isArray(value)) value.forEach((one, i) => visit(one, [...path, i], [...above, value]));
    else if (!above.includes(value))
      for (const [name, one] of Object.entries(value)) visit(one, [...path, name], [...above, value]);
  };
  visit(input, [], []);
  return leaves;
}

/** The distinct values of each field that has only a few. */
function fewValues(leaves: readonly Leaf[]): Map<string, Set<unknown>> {
  const values = new Map<string, Set<unknown>>();
  for (const { field, value } of leaves) {
    const known = values.get(field);
    if (known === undefined) values.set(field, new Set([value]));
    else if (known.size <= MOST_VALUES) known.add(value);
  }
  return new Map([...values].filter(([, { size }]) => size <= MOST_VALUES));
}

function allNudges({ value }: Leaf, values: ReadonlySet<unknown> = new Set()): readonly Nudge[] {
  const others = [...values].filter((other) => other !== value);
  return [...nudgesOf(value), ...others.map((other) => ({ name: 'another generated value', value: other }))];
}

/** A copy with the value at a path replaced. */
function withLeaf(input: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const from = input as Record<string | number, unknown>;
  const copy = (
    Array.isArray(input)
      ? [...(input as unknown[])]
      : Object.assign(Object.create(Object.getPrototypeOf(input) as object) as object, input)
  ) as typeof from;
  copy[step] = withLeaf(from[step], rest, value);
  return copy;
}

/** The mapper's output for an input, as text; undefined if it throws. */
function outcome<T>(map: (input: T) => unknown, input: T): string | undefined {
  try {
    return textOf(map(input));
  } catch {
    return undefined;
  }
}

function textOf(made: unknown): string {
  const shown = isCompletion(made) ? [made.transaction ?? made.document, made.issues, made.warnings] : made;
  return JSON.stringify(shown) ?? String(shown);
}

const plain = (value: unknown): string =>
  typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
