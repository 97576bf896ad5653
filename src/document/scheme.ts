import { SCHEMES } from './structure.generated.js';

/**
 * A value of tax.scheme: one of the seven in schema 2.1, or one that a law defines, such as `CH_MWST`. A registry
 * accepts the schemes of its packs.
 */
// The empty object type keeps the seven literals from widening to the template, so that editors suggest them.
export type Scheme = (typeof SCHEMES)[number] | (`${string}_${string}` & {});

/** A scheme declared by a law begins with the country code. */
const SCHEME = /^[A-Z]{2}_[A-Z][A-Z_]*$/;

/** Whether a country's law may declare a scheme: the scheme must be in schema 2.1, or begin with the country code. */
export function isSchemeOf(country: string, scheme: string): boolean {
  return isOfSchema(scheme) || (SCHEME.test(scheme) && scheme.startsWith(`${country}_`));
}

/** Whether schema 2.1 lists a scheme. */
export const isOfSchema = (scheme: string): boolean => (SCHEMES as readonly string[]).includes(scheme);
