import type { Invalid } from '../src/engine/validate.js';
import { fromStored, type Registry, type Shop, type StoredTransaction, type ValidateOptions } from '../src/index.js';
import type { Arguments } from './arguments.js';
import { businessOf, countryCalled, hasCountry } from './business.js';
import { UsageError } from './usage-error.js';

/** A document to validate, and the shop to validate it for. */
export interface Case {
  readonly shop: Shop;
  /** The document as sent: for a stored document, the input value without the fields that the service adds. */
  readonly document: unknown;
  /** The result to report, without validation, if the document does not name a supported country. */
  readonly fault?: Invalid | undefined;
}

/** The maximum number of cached shops. */
const MOST_SHOPS = 1000;

/** Options whose values depend on the country, so that they need --country. */
const OF_ONE_COUNTRY = ['business', 'territory', 'regime', 'duty'] as const;

/**
 * Picks the shop for each document: one shop for all documents, or the shop for the country that the document names.
 */
export class Cases {
  private readonly shops = new Map<string, Shop>();
  /**
   * The country for documents that do not name one. Without --country, unknown until the run reads the first document.
   */
  private country: string | undefined;
  /** Path of the field that contains a document's country. */
  private readonly field: readonly string[] | undefined;
  private readonly isStored: boolean;
  private last: { readonly value: unknown; readonly case: Case } | undefined;

  /** @throws UsageError if options conflict, or the country has no pack */
  constructor(
    private readonly args: Arguments,
    private readonly registry: Registry,
    private readonly options: ValidateOptions,
  ) {
    const path = args.text('country-field');
    this.isStored = args.flag('stored');
    this.field = path === undefined ? (this.isStored ? ['vendor', 'country'] : undefined) : fieldOf(path);
    const given = [...OF_ONE_COUNTRY].find((name) => args.text(name) !== undefined || args.list(name).length > 0);
    if (given !== undefined && (this.field !== undefined || !hasCountry(args)))
      throw new UsageError(`--${given} needs --country, because it depends on the country.`);
    if (hasCountry(args)) {
      const business = businessOf(args, registry);
      this.country = business.country;
      this.shops.set(this.country, registry.shop(business, options));
    }
  }

  /**
   * Detects the country from the first document if no option states it.
   *
   * @returns a message that names the detected country and the reason; undefined if an option states the country
   * @throws UsageError with the candidates, unless exactly one country matches
   */
  async prepare(document: unknown): Promise<string | undefined> {
    if (this.country !== undefined || this.field !== undefined) return undefined;
    // Imported on demand, because this module takes as long to load as everything else combined.
    const { countryOfDocument, named } = await import('./countries.js');
    const { country, why } = countryOfDocument(this.registry, document);
    this.country = country;
    return `${named(this.registry, country)}: ${why}`;
  }

  /** Keeps the last case, because `ledger` needs it again after the validation. */
  caseOf(value: unknown): Case {
    if (this.last === undefined || this.last.value !== value) this.last = { value, case: this.findCase(value) };
    return this.last.case;
  }

  private findCase(value: unknown): Case {
    const named = this.field === undefined ? undefined : textAt(value, this.field);
    const country = named === undefined ? this.country : countryCalled(named, this.registry);
    if (country === undefined) {
      const shop = this.registry.shop({ country: 'ZZ' });
      return { shop, document: value, fault: unnamed(value, this.field ?? [], named, this.registry) };
    }
    if (!this.isStored) return { shop: this.shopIn(country), document: value };
    return { shop: this.shopIn(country, textAt(value, ['vendor', 'vatNumber'])), document: asWritten(value) };
  }

  /** @param vatNumber the business's VAT number from a stored document; documents as sent do not contain it */
  private shopIn(country: string, vatNumber?: string): Shop {
    const key = vatNumber === undefined ? country : `${country} ${vatNumber}`;
    const known = this.shops.get(key);
    if (known !== undefined) return known;
    const business = businessOf(this.args, this.registry, country);
    const shop = this.registry.shop({ ...business, ...(vatNumber !== undefined && { vatNumber }) }, this.options);
    // The input may contain documents from any number of businesses, so the cache needs a limit.
    if (this.shops.size >= MOST_SHOPS) this.shops.clear();
    this.shops.set(key, shop);
    return shop;
  }
}

function fieldOf(path: string): readonly string[] {
  const steps = path.split('.');
  if (steps.includes(''))
    throw new UsageError(`--country-field must be a path such as metadata.country, found '${path}'.`);
  return steps;
}

function textAt(value: unknown, path: readonly string[]): string | undefined {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  return typeof at === 'string' ? at : undefined;
}

/** Converts a stored document to the document as sent. Returns any other value unchanged. */
function asWritten(value: unknown): unknown {
  try {
    return fromStored(value as StoredTransaction);
  } catch {
    return value;
  }
}

function unnamed(document: unknown, path: readonly string[], found: string | undefined, registry: Registry): Invalid {
  const field = path.join('.');
  const expected = registry.packs.map((pack) => pack.country);
  const problem = found === undefined ? 'is missing' : 'is not a country with a rule pack';
  const message = `${field} ${problem}: there are packs for ${expected.join(', ')}.`;
  const code = found === undefined ? 'required' : 'unsupported_country';
  const issue = {
    field,
    path,
    code,
    message,
    severity: 'error',
    ...(found !== undefined && { found }),
    expected,
  } as const;
  const error = { code: 'validation_failed', message: 'Validation failed with 1 issue.' } as const;
  return { valid: false, error, issues: [issue], warnings: [], document };
}
