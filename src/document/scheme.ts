import { SCHEMES } from './structure.generated.js';

/**
 * A value of tax.scheme: one of the seven of schema 2.1, or one that a law declares, such as `CH_MWST`. A registry knows
 * those of its packs.
 */
// The empty object type keeps the seven apart from the form of the others, so that editors suggest them.
export type Scheme = (typeof SCHEMES)[number] | (`${string}_${string}` & {});

/** The form of a scheme that a law declares: its country first. */
const SCHEME = /^[A-Z]{2}_[A-Z][A-Z_]*$/;

/** Whether a law of a country may declare a scheme: one of schema 2.1, or one of its own. */
export function isSchemeOf(country: string, scheme: string): boolean {
  return isOfSchema(scheme) || (SCHEME.test(scheme) && scheme.startsWith(`${country}_`));
}

/** Whether schema 2.1 lists a scheme. */
export const isOfSchema = (scheme: string): boolean => (SCHEMES as readonly string[]).includes(scheme);
