import type { Registry, Shop } from '../src/index.js';
import { diagnose } from '../src/diagnose/index.js';
import { UsageError } from './usage-error.js';

/** ISO 3166-1 reserves this code for user assignment, so no pack uses it. */
const NOWHERE = 'ZZ';
/** Enough validations to try every country, and then to diagnose the document under the matching country's law. */
const MAX_VALIDATIONS = 60;

/** The detected country, and the currency and tax scheme that point to it. */
export interface FoundCountry {
  readonly country: string;
  readonly why: string;
}

/**
 * Detects a document's country from its currency, its tax scheme, and the issues it raises under each country's law.
 *
 * @throws UsageError with the candidates, unless exactly one country matches
 */
export function countryOfDocument(registry: Registry, document: unknown): FoundCountry {
  const { currency, tax } = Object(document) as { currency?: unknown; tax?: unknown };
  const { scheme } = Object(tax) as { scheme?: unknown };
  const said = [currency, scheme].filter((value) => typeof value === 'string').join(', ');
  const { causes } = diagnose(nowhere(registry), document, { maxValidations: MAX_VALIDATIONS });
  const cause = causes.find(({ code }) => code === 'country');
  if (cause?.country !== undefined && cause.options === undefined) return { country: cause.country, why: said };
  const choices =
    cause?.options?.flatMap(({ country }) => country ?? []) ??
    registry.packs
      .filter(({ law }) => law?.currencies.some(({ code }) => code === currency) === true)
      .map((pack) => pack.country);
  const [only] = choices;
  if (only !== undefined && choices.length === 1) return { country: only, why: said };
  const all = choices.length > 0 ? choices : registry.packs.map((pack) => pack.country);
  const list = all.map((code) => named(registry, code)).sort();
  throw new UsageError(`The country is unclear. Pass --country with one of ${list.join(', ')}.`);
}

/** A shop in a country without a pack, so that `diagnose` looks for the country. */
const nowhere = (registry: Registry): Shop => registry.shop({ country: NOWHERE });

/** `Norway (NO)` */
export function named(registry: Registry, country: string): string {
  const name = registry.resolve(country)?.law?.name.en;
  return name === undefined ? country : `${name} (${country})`;
}
