import { createRegistry, type Shop, type ValidateOptions } from 'receipt-rule-packs';
import { diagnose } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { isObject } from './json/change.js';
import type { Judge, Setting } from './verdict.js';

/** A registry with all packs. */
export const registry = createRegistry(packs);

/** The maximum number of issues to show. Longer lists are not useful. */
export const MAX_ISSUES = 200;

const judgingOptions = (setting: Setting) => ({ ...optionsOf(setting), maxIssues: MAX_ISSUES });

/** Runs the library with the options from the settings. */
export const judge: Judge = {
  document: (document, setting) => registry.validate(document, businessOf(setting), judgingOptions(setting)),
  json: (text, setting) => registry.validateJson(text, businessOf(setting), judgingOptions(setting)),
  text: (text, setting) => {
    const result = registry.validateJson(text, businessOf(setting));
    return result.valid ? '' : result.error.message;
  },
  causes: (document, setting, result) => {
    const { original } = optionsOf(setting);
    // Pass the result only if it is complete. At the limit, it may lack issues that the diagnosis needs.
    const isWhole = result.issues.length + result.warnings.length < MAX_ISSUES;
    return diagnose(shopOf(setting), document, { original, ...(isWhole && { result }) }).causes;
  },
};

/** Returns the shop for the settings. */
export function shopOf(setting: Setting): Shop {
  const { original: _, ...options } = optionsOf(setting);
  return registry.shop(businessOf(setting), options);
}

/** Returns the business for the settings, as the library expects it. */
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

/** Returns only the duties that exist in the country. A file can contain other duties, which the library rejects. */
function dutiesIn(country: string, duties: Readonly<Record<string, unknown>>): Record<string, boolean> {
  const { obligations = [], cashLimits = [] } = registry.resolve(country)?.law ?? {};
  const names = [...obligations.flatMap(({ duty }) => duty ?? []), ...cashLimits.map(() => 'cashLimit')];
  const held = Object.entries(duties).filter(([name, holds]) => names.includes(name) && typeof holds === 'boolean');
  return Object.fromEntries(held) as Record<string, boolean>;
}

/** The product tax classes of all packs. */
const CLASSES: ReadonlySet<unknown> = new Set(registry.packs.flatMap(({ country }) => registry.classesOf(country)));

export const isClass = (category: unknown): category is string => CLASSES.has(category);

/**
 * Returns the validation options for the settings. If a line's category is the name of a product tax class, that class
 * is the line's class.
 */
export function optionsOf({ rateWindows, originalDay = '' }: Partial<Setting>): ValidateOptions {
  const isDay = /^(?!0000)\d{4}-\d\d-\d\d$/.test(originalDay);
  return {
    rateWindows,
    productTaxClass: (item) => (isObject(item) && isClass(item.category) ? item.category : undefined),
    ...(isDay && { original: { timestamp: `${originalDay}T12:00:00Z` } }),
  };
}
