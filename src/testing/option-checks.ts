import { show } from '../show.js';
import { lineBounds, TENDERS, TYPES, type TransactionOptions } from './options.js';

/** What an option must be, and the test of it. */
export interface Check {
  readonly wanted: string;
  readonly passes: (value: unknown) => boolean;
}

/** One check for every option. */
export type Checks<T> = { readonly [name in keyof T]-?: Check };

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is of fast-check. Not by its class: there may be two copies of fast-check, one for `require`. */
function isArbitrary(value: unknown): boolean {
  return isObject(value) && ['generate', 'shrink'].every((name) => typeof Reflect.get(value, name) === 'function');
}

/** One value, or a list of one or more. */
export function oneOrMore(wanted: string, passes: (value: unknown) => boolean): Check {
  return {
    wanted: `${wanted}, or a list of one or more such`,
    passes: (value) => (Array.isArray(value) ? value.length > 0 && value.every(passes) : passes(value)),
  };
}

/** One or more of some texts. */
export function among(values: readonly string[]): Check {
  return oneOrMore(`one of ${values.join(', ')}`, (value) => (values as readonly unknown[]).includes(value));
}

export const arbitrary = (of: string): Check => ({ wanted: `an arbitrary of ${of}`, passes: isArbitrary });

const flag: Check = { wanted: 'true or false', passes: (value) => typeof value === 'boolean' };
const text = (wanted: string): Check => oneOrMore(wanted, (value) => typeof value === 'string' && value !== '');

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Whether a value is an object that has some of these members and no other, and each passes. */
function isRecord(value: unknown, names: readonly string[], passes: (member: unknown) => boolean): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(([name, member]) => names.includes(name) && (member === undefined || passes(member)))
  );
}

function areDays(value: unknown): boolean {
  if (!isRecord(value, ['from', 'until'], isDay)) return false;
  const { from, until } = value as { from?: string; until?: string };
  return from === undefined || until === undefined || from <= until;
}

function areLines(value: unknown): boolean {
  if (typeof value !== 'number' && !isRecord(value, ['min', 'max'], (bound) => typeof bound === 'number')) return false;
  const { min, max } = lineBounds({ lines: value as number });
  return Number.isInteger(min) && Number.isInteger(max) && min >= 1 && max >= min;
}

function isOriginal(value: unknown): boolean {
  const timestamp: unknown = isObject(value) ? Reflect.get(value, 'timestamp') : undefined;
  return typeof timestamp === 'string' && isDay(timestamp.slice(0, 10)) && timestamp[10] === 'T';
}

/** The check of every option of documents. */
export const TRANSACTION: Checks<TransactionOptions> = {
  type: among(TYPES),
  tender: among(TENDERS),
  sale: among(['home', 'oss', 'union', 'abroad']),
  scheme: text("one of the pack's schemes"),
  destination: text('a code of a country such as DE'),
  rates: oneOrMore('a number from 0 to 100', (value) => typeof value === 'number' && value >= 0 && value <= 100),
  lines: { wanted: 'an integer of 1 or more, or such bounds { min, max }', passes: areLines },
  pricesIncludeTax: flag,
  discounted: flag,
  weighed: flag,
  returned: flag,
  reverseCharge: flag,
  multiLocation: flag,
  deviating: flag,
  unusual: flag,
  timestamps: {
    wanted: 'an arbitrary of texts, or dates { from, until } such as 2026-11-21, the earlier one first',
    passes: (value) => isArbitrary(value) || areDays(value),
  },
  plainText: flag,
  rateWindows: {
    wanted: "'off', 'warn' or 'enforce'",
    passes: (value) => value === 'off' || value === 'warn' || value === 'enforce',
  },
  productTaxClass: { wanted: 'a function', passes: (value) => typeof value === 'function' },
  original: { wanted: 'an object { timestamp }, such as 2026-11-21T10:00:00+01:00', passes: isOriginal },
  extensions: arbitrary('objects'),
};

/** The value that was found for an option, members of lists and of plain objects included. */
function found(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `[${value.map(show).join(', ')}]`;
  if (!isObject(value) || isArbitrary(value)) return isObject(value) ? 'an arbitrary' : show(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${show(member)}`);
  return members.length === 0 ? 'an object without members' : `{ ${members.join(', ')} }`;
}

/** @throws TypeError for an unknown option, and for an option with a wrong value */
export function checkOptions<T>(options: unknown, checks: Checks<T>): void {
  if (!isObject(options)) throw new TypeError(`options must be an object, but found ${found(options)}`);
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof T] : undefined;
    if (check === undefined)
      throw new TypeError(`unknown option ${name}: the options are ${Object.keys(checks).join(', ')}`);
    if (value !== undefined && !check.passes(value))
      throw new TypeError(`option ${name} must be ${check.wanted}, but found ${found(value)}`);
  }
}
