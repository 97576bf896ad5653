import type { Cause } from '../../src/diagnose/types.js';

/** Which causes `--fix` repairs. Each level includes the levels before it. */
export const FIX_LEVELS = ['certain', 'likely', 'recompute'] as const;
export type FixLevel = (typeof FIX_LEVELS)[number];

/** The option that selects a level. */
export const flagOf = (level: FixLevel): string => (level === 'certain' ? '--fix' : `--fix=${level}`);

/**
 * The causes that may be repaired without asking the user. Excludes a cause that says the country is wrong and all
 * causes after it, because they assume a country that the user did not choose. Returns none if the currency is wrong,
 * because the receipt may be from another country.
 */
export function fixableCauses<T extends { readonly cause: Cause }>(causes: readonly T[], level: FixLevel): T[] {
  if (causes.some(({ cause }) => cause.code === 'currency')) return [];
  const abroad = causes.findIndex(({ cause }) => cause.code === 'country');
  return causes.slice(0, abroad < 0 ? undefined : abroad).filter(({ cause: { code, changes, confidence } }) => {
    if (changes.length === 0 || confidence === 'choose') return false;
    if (code === 'recompute') return level === 'recompute';
    return confidence === 'certain' || level !== 'certain';
  });
}
