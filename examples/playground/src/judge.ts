import { createRegistry, type ValidateOptions } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { isObject } from './json/change.js';
import type { Judge, Setting } from './verdict.js';

/** All packs. */
export const registry = createRegistry(packs);

/** The most issues to show: more help nobody. */
export const MAX_ISSUES = 200;

const judgingOptions = (setting: Setting) => ({ ...optionsOf(setting), maxIssues: MAX_ISSUES });

/** Runs the library with the options of a setting. */
export const judge: Judge = {
  document: (document, setting) => registry.validate(document, businessOf(setting), judgingOptions(setting)),
  json: (text, setting) => registry.validateJson(text, businessOf(setting), judgingOptions(setting)),
  text: (text, setting) => {
    const result = registry.validateJson(text, businessOf(setting));
    return result.valid ? '' : result.error.message;
  },
};

/** The business of a setting, as the library takes it. */
export const businessOf = (setting: Partial<Setting> & Pick<Setting, 'country'>) => {
  const { country, multiLocation, territory, regimes, duties } = setting;
  return {
    country,
    multiLocation,
    territory,
    regimes,
    duties: duties === undefined ? undefined : dutiesIn(country, duties),
  };
};

/** A file may name any: the library refuses those that the country does not have. */
function dutiesIn(country: string, duties: Readonly<Record<string, unknown>>): Record<string, boolean> {
  const { obligations = [], cashLimits = [] } = registry.resolve(country)?.law ?? {};
  const names = [...obligations.flatMap(({ duty }) => duty ?? []), ...cashLimits.map(() => 'cashLimit')];
  const held = Object.entries(duties).filter(([name, holds]) => names.includes(name) && typeof holds === 'boolean');
  return Object.fromEntries(held) as Record<string, boolean>;
}

/** The product tax classes of all packs. */
const CLASSES: ReadonlySet<unknown> = new Set(registry.packs.flatMap(({ country }) => registry.classesOf(country)));

export const isClass = (category: unknown): category is string => CLASSES.has(category);

/** The product tax class of a line is its category, if that is a class: it may be any text. */
export function optionsOf({ rateWindows, originalDay = '' }: Partial<Setting>): ValidateOptions {
  const isDay = /^(?!0000)\d{4}-\d\d-\d\d$/.test(originalDay);
  return {
    rateWindows,
    productTaxClass: (item) => (isObject(item) && isClass(item.category) ? item.category : undefined),
    ...(isDay && { original: { timestamp: `${originalDay}T12:00:00Z` } }),
  };
}
