import { DOCUMENT_OPTIONS, SHOP_OPTIONS } from '../engine/shop.js';
import type { LawPack, RulePack } from '../rule/types.js';
import { show } from '../text/show.js';
import { invalidOption, assertOptions, type OptionList, type OptionShape, type OptionShapes } from '../usage/assert.js';
import { A_BOOLEAN, type OptionTest } from '../usage/option-tests.js';
import { mustBe } from '../usage/usage-error.js';
import { lineBounds, TENDERS, TYPES, type DateRange, type TransactionOptions } from './options.js';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is an arbitrary. Does not check the class: fast-check may be loaded both as ESM and as CommonJS. */
export function isArbitrary(value: unknown): boolean {
  return isObject(value) && ['generate', 'shrink'].every((name) => typeof Reflect.get(value, name) === 'function');
}

export const oneOrMore = (wanted: string, test: (value: unknown) => boolean): OptionList => ({
  oneOrMore: { wanted, test },
});

/** Accepts one or more of the given strings. */
export const among = (values: readonly string[]): OptionList =>
  oneOrMore(`one of ${values.join(', ')}`, (value) => (values as readonly unknown[]).includes(value));

export const arbitrary = (of: string): OptionTest => ({ wanted: `an arbitrary of ${of}`, test: isArbitrary });

const text = (wanted: string): OptionList => oneOrMore(wanted, (value) => typeof value === 'string' && value !== '');

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

const A_DAY: OptionTest = { wanted: 'a day such as 2026-11-21', test: isDay };
const AN_INTEGER: OptionTest = {
  wanted: 'an integer of 1 or more',
  test: (value) => Number.isInteger(value) && (value as number) >= 1,
};

/** How to check each option of `validTransaction`. */
export const TRANSACTION = {
  type: among(TYPES),
  tender: among(TENDERS),
  sale: among(['home', 'oss', 'union', 'abroad']),
  scheme: text("one of the pack's schemes"),
  destination: text('a country code such as DE'),
  rates: oneOrMore('a number from 0 to 100', (value) => typeof value === 'number' && value >= 0 && value <= 100),
  lines: {
    options: { min: AN_INTEGER, max: AN_INTEGER },
    or: { wanted: 'an integer of 1 or more, or bounds { min, max }', test: AN_INTEGER.test },
  },
  pricesIncludeTax: A_BOOLEAN,
  discounted: A_BOOLEAN,
  weighed: A_BOOLEAN,
  returned: A_BOOLEAN,
  reverseCharge: A_BOOLEAN,
  multiLocation: A_BOOLEAN,
  deviating: A_BOOLEAN,
  unusual: A_BOOLEAN,
  timestamps: {
    options: { from: A_DAY, until: A_DAY },
    or: { wanted: 'an arbitrary of strings, or dates { from, until } such as 2026-11-21', test: isArbitrary },
  },
  plainText: A_BOOLEAN,
  rateWindows: SHOP_OPTIONS.rateWindows,
  productTaxClass: SHOP_OPTIONS.productTaxClass,
  original: DOCUMENT_OPTIONS.original,
  extensions: arbitrary('objects'),
} satisfies Record<keyof TransactionOptions, OptionShape>;

/**
 * Checks options for documents. Lower bounds must not exceed upper bounds.
 *
 * @throws UsageError for an unknown option or an invalid value
 */
export function checkOptions(options: TransactionOptions, shapes: OptionShapes): void {
  assertOptions('options', options, shapes);
  const { min, max } = lineBounds(options);
  if (max < min) throw invalidOption('options.lines.max', `${min} (min) or more`, max);
  const { from, until } = (options.timestamps ?? {}) as DateRange;
  if (from !== undefined && until !== undefined && until < from)
    throw invalidOption('options.timestamps.until', `${from} (from) or later`, until);
}

/**
 * Checks that a pack has a law, from which documents can be generated.
 *
 * @throws UsageError `invalid_pack` for a pack without a law
 */
export function withLaw(pack: RulePack): LawPack {
  const { id, law } = Object(pack) as Partial<RulePack>;
  if (law !== undefined) return pack as LawPack;
  const found = typeof id === 'string' ? `${show(id)}, which has none` : show(pack);
  const wanted = 'a pack with a law (use defineReceiptPack, or definePack with a law)';
  throw mustBe('invalid_pack', 'pack', wanted, found);
}

/**
 * Whether the pack has a rule. A pack lacks the shared rules that do not apply under its law or that its law disables.
 */
export function hasRule({ rules }: RulePack, id: string): boolean {
  return rules.some((rule) => rule.id === id);
}
