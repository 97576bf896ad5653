import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isOfSchema, type Scheme } from '../document/scheme.js';
import type { DocumentTier } from '../document/stored.js';
import type { Transaction } from '../document/types.generated.js';
import { leavesToSeller } from '../law/cash-rounding.js';
import { dutiesOf, statesOf } from '../law/obligations.js';
import type { ProductTaxClass } from '../law/product-tax-classes.js';
import { classesIn, ratesFor, type RatesOfDay, isTable } from '../law/rates-on.js';
import type { RateRow, ReceiptLaw } from '../law/types.js';
import { compiledWhenUsed } from '../rule/compile.js';
import { checkSeverities } from '../rule/severities.js';
import type { Business, RulePack, Severities } from '../rule/types.js';
import { DOCUMENT_OPTIONS, SHOP_OPTIONS, type DocumentOptions, type Shop, type ShopOptions } from './shop.js';
import { show } from '../text/show.js';
import { assertArgument, assertOptions, type OptionShapes } from '../usage/assert.js';
import { A_BOOLEAN, AN_OBJECT } from '../usage/option-tests.js';
import { UsageError } from '../usage/usage-error.js';
import {
  validateDocument,
  validateText,
  type RegisteredPack,
  type ValidationRequest,
  type ValidationResult,
} from './validate.js';

/** The options of a validation without a shop: a shop's options and those for one document. */
export interface ValidateOptions extends ShopOptions, DocumentOptions {}

/** Defaults for all of a registry's shops. */
export interface RegistryOptions {
  /** The severity of rule issues, unless a shop overrides it. */
  readonly severities?: Severities | undefined;
}

/** `unknown` if the country has type `string`, for example when read from a database; `never` for a literal. */
export type NotLiteral<Country extends string> = string extends Country ? unknown : never;

/** Codes that a business may use for a country, or a part of it, instead of the ISO 3166-1 code. */
export interface CountryAliases {
  readonly FI: 'AX';
  readonly FR: 'RE' | 'GP' | 'MQ' | 'GF' | 'YT' | 'MC';
  readonly GB: 'IM' | 'XI' | 'UK';
  readonly GR: 'EL';
  readonly NO: 'SJ';
}

/** Country codes, and other codes that resolve to the same laws. */
export type WithAliases<Country extends string> =
  | Country
  | (Country extends keyof CountryAliases ? CountryAliases[Country] : never);

/**
 * A set of rule packs, one per country and tier. `Country` is the union of their countries, if known at compile time.
 */
export interface Registry<Country extends string = string> {
  /** The packs, as passed. */
  readonly packs: readonly RulePack<Country>[];
  /**
   * The pack for a country and tier. The country is an ISO 3166-1 alpha-2 code, or another code that the law lists,
   * such as EL or RE.
   */
  resolve(country: string, documentTier?: DocumentTier): RulePack | undefined;
  // The overload for `string` comes first: TypeScript 7 reports errors against the last overload, which names the
  // countries.
  /**
   * Creates a shop: a business with its options.
   *
   * @throws UsageError for a business without a country, an unknown option or an invalid value, and for `cashRounding`
   * if the law leaves no choice
   */
  shop<C extends string>(business: Business<C> & NotLiteral<C>, options?: ShopOptions): Shop;
  /** The same, for countries known at compile time. */
  shop(business: Business<WithAliases<Country>>, options?: ShopOptions): Shop;
  /**
   * Reports everything that is wrong with a document, as `registry.shop(business, options).validate(document)` does.
   * Accepts any value and does not change it.
   *
   * @throws UsageError for the same reasons as `shop`
   */
  validate<C extends string>(
    document: unknown,
    business: Business<C> & NotLiteral<C>,
    options?: ValidateOptions,
  ): ValidationResult;
  /** The same, for countries known at compile time. */
  validate(document: unknown, business: Business<WithAliases<Country>>, options?: ValidateOptions): ValidationResult;
  /** The same for JSON text or UTF-8 bytes; also finds keys that an object repeats. */
  validateJson<C extends string>(
    textOrBytes: string | Uint8Array,
    business: Business<C> & NotLiteral<C>,
    options?: ValidateOptions,
  ): ValidationResult;
  /** The same, for countries known at compile time. */
  validateJson(
    textOrBytes: string | Uint8Array,
    business: Business<WithAliases<Country>>,
    options?: ValidateOptions,
  ): ValidationResult;
  /**
   * The rates on a day: the rates of the class of goods if it has any on that day, otherwise the rates without a class.
   * Omits the rate 0, which is in every table. A country whose law has a range of rates instead of a table has no rows.
   *
   * @param productTaxClass the class of goods; undefined for goods without a class
   * @param date local date, YYYY-MM-DD
   * @throws UsageError for a country without a pack, an unknown class, or an invalid date
   */
  ratesFor(country: string, productTaxClass: ProductTaxClass | (string & {}) | undefined, date: string): RatesOfDay;
  /**
   * The product tax classes that have rates in a country.
   *
   * @throws UsageError for a country without a pack
   */
  classesOf(country: string): readonly string[];
  /** A Standard Schema v1 object, for libraries that accept any validator. */
  standardSchema<C extends string>(
    business: Business<C> & NotLiteral<C>,
    options?: ValidateOptions,
  ): StandardSchemaV1<unknown, Transaction>;
  /** The same, for countries known at compile time. */
  standardSchema(
    business: Business<WithAliases<Country>>,
    options?: ValidateOptions,
  ): StandardSchemaV1<unknown, Transaction>;
}

/**
 * Creates a registry from rule packs.
 *
 * See docs/guides/validate-before-you-send.md in the repository.
 *
 * @throws UsageError for a value that is not an array of rule packs, for two packs with the same id or the same country
 * and tier, and for severities that name an unknown code or rule
 */
export function createRegistry<const Packs extends readonly RulePack[]>(
  packs: Packs,
  options: RegistryOptions = NO_OPTIONS,
): Registry<Packs[number]['country']> {
  checkPacks(packs);
  assertOptions('options', options, REGISTRY_OPTIONS);
  const { severities } = options;
  if (severities !== undefined) checkSeverities('options.severities', severities, packs);
  const all = Object.freeze([...packs]);
  const schemes = ownSchemes(packs);
  // Receipts are the only tier. A second tier would need a separate map.
  const receipts = new Map<string, RegisteredPack>();
  const aliases = new Map<string, Pick<Business, 'country' | 'territory'>>();
  for (const pack of packs) {
    const { country, law } = pack;
    receipts.set(country, { pack, select: compiledWhenUsed(pack) });
    for (const { code, territory } of law?.aliases ?? []) aliases.set(code, { country, territory });
  }
  const find = (country: string, tier: DocumentTier = 'receipt') =>
    tier === 'receipt' ? (receipts.get(country) ?? receipts.get(aliases.get(country)?.country ?? '')) : undefined;

  /** @param document options that the caller has checked */
  const request = (business: Business, shop: ShopOptions, document: DocumentOptions): ValidationRequest => {
    const registered = find(business.country);
    const country = registered?.pack.country ?? business.country;
    const territory = business.territory ?? aliases.get(business.country)?.territory;
    return {
      context: {
        country,
        multiLocation: business.multiLocation,
        territory,
        regimes: business.regimes,
        duties: business.duties,
        vatNumber: business.vatNumber,
        rateWindows: shop.rateWindows,
        productTaxClass: shop.productTaxClass,
        original: document.original,
        severities: shop.severities === undefined ? severities : { ...severities, ...shop.severities },
      },
      maxIssues: document.maxIssues ?? shop.maxIssues ?? Infinity,
      registered,
      packs: receipts,
      schemes,
    };
  };
  const checkedRequest = (business: Business, options: ValidateOptions = NO_OPTIONS): ValidationRequest => {
    const pack = checkBusiness(business, find);
    if (options !== NO_OPTIONS) {
      assertOptions('options', options, VALIDATE_OPTIONS);
      checkShopOptions(options, pack, all);
    }
    return request(business, options, options);
  };
  const ratesIn = (country: string): readonly RateRow[] => {
    const pack = find(country)?.pack;
    assertArgument(pack !== undefined, 'country', `one of ${[...receipts.keys()].join(', ')}`, country);
    const rates = pack.law?.rates ?? [];
    return isTable(rates) ? rates : [];
  };
  const shop = (business: Business, options: ShopOptions = NO_OPTIONS): Shop => {
    const pack = checkBusiness(business, find);
    assertOptions('options', options, SHOP_OPTIONS);
    checkShopOptions(options, pack, all);
    return bind(registry, business, options, pack, request);
  };
  const registry: Registry = {
    packs: all,
    resolve: (country, documentTier) => find(country, documentTier)?.pack,
    shop,
    validate: (document: unknown, business: Business, options?: ValidateOptions) =>
      validateDocument(document, checkedRequest(business, options)),
    validateJson: (textOrBytes: string | Uint8Array, business: Business, options?: ValidateOptions) =>
      validateText(textOrBytes, checkedRequest(business, options)),
    ratesFor: (country, productTaxClass, date) => ratesFor(ratesIn(country), productTaxClass, date),
    classesOf: (country) => classesIn(ratesIn(country)),
    standardSchema: (business: Business, options?: ValidateOptions) =>
      standardSchema(checkedRequest(business, options)),
  };
  return registry;
}

/** Creates a frozen shop. */
function bind(
  registry: Registry,
  business: Business,
  options: ShopOptions,
  pack: RulePack | undefined,
  request: (business: Business, shop: ShopOptions, document: DocumentOptions) => ValidationRequest,
): Shop {
  const { duties } = business;
  const own = Object.freeze(
    duties === undefined ? { ...business } : { ...business, duties: Object.freeze({ ...duties }) },
  );
  const { severities, ...others } = options;
  const bound: ShopOptions = Object.freeze(
    severities === undefined ? others : { ...others, severities: Object.freeze({ ...severities }) },
  );
  const usual = request(own, bound, NO_OPTIONS);
  const requestOf = (document: DocumentOptions | undefined): ValidationRequest => {
    if (document === undefined) return usual;
    assertOptions('options', document, DOCUMENT_OPTIONS);
    return request(own, bound, document);
  };
  return Object.freeze<Shop>({
    registry,
    business: own,
    options: bound,
    pack,
    validate: (document, options) => validateDocument(document, requestOf(options)),
    validateJson: (textOrBytes, options) => validateText(textOrBytes, requestOf(options)),
    standardSchema: (options) => standardSchema(requestOf(options)),
    obligations: (document) => statesOf(pack?.law, document, own.duties),
  });
}

function standardSchema(request: ValidationRequest): StandardSchemaV1<unknown, Transaction> {
  return {
    '~standard': {
      version: 1,
      vendor: 'receipt-rule-packs',
      validate: (document) => {
        const result = validateDocument(document, request);
        if (result.valid) return { value: result.transaction };
        if (result.issues.length === 0) return { issues: [{ message: result.error.message, path: [] }] };
        return { issues: result.issues.map(({ message, path }) => ({ message, path })) };
      },
    },
  };
}

/** The values of tax.scheme that packs add to schema 2.1, in pack order. */
function ownSchemes(packs: readonly RulePack[]): readonly Scheme[] {
  return [...new Set(packs.flatMap(({ schemes }) => schemes))].filter((scheme) => !isOfSchema(scheme));
}

const NO_OPTIONS = Object.freeze({});

const REGISTRY_OPTIONS: OptionShapes = { severities: AN_OBJECT };

const VALIDATE_OPTIONS: OptionShapes = { ...SHOP_OPTIONS, ...DOCUMENT_OPTIONS };

function checkPacks(packs: unknown): void {
  assertArgument(Array.isArray(packs), 'packs', 'an array of rule packs', packs);
  const seen = new Map<string, string>();
  // Not forEach, which skips holes.
  for (let i = 0; i < packs.length; i++) {
    const pack = packs[i] as Partial<RulePack> | null | undefined;
    if (typeof pack?.check !== 'function' || typeof pack.id !== 'string' || !hasRules(pack)) {
      const message = `packs[${i}] must be a rule pack, found ${show(pack)}`;
      throw new UsageError('invalid_pack', `packs[${i}]`, message);
    }
    for (const key of [`id ${pack.id}`, `country ${pack.country} and the tier ${pack.documentTier}`]) {
      if (seen.has(key))
        throw new UsageError('duplicate_pack', `packs[${i}]`, `${seen.get(key)} and packs[${i}] both have the ${key}`);
      seen.set(key, `packs[${i}]`);
    }
  }
}

/** Does not call the getter of `rules`, because that would create the rules. */
function hasRules(pack: Partial<RulePack>): boolean {
  return Object.getOwnPropertyDescriptor(pack, 'rules')?.get !== undefined || Array.isArray(pack.rules);
}

/** @returns the country's pack */
function checkBusiness(
  business: Business,
  find: (country: string) => RegisteredPack | undefined,
): RulePack | undefined {
  assertArgument(typeof business === 'object' && business !== null, 'business', A_BUSINESS, business);
  const { country, multiLocation, territory, regimes, duties } = business;
  const isText = typeof country === 'string' && country !== '';
  assertArgument(isText, 'business.country', "an ISO 3166-1 alpha-2 code such as 'SE'", country);
  const isFlag = multiLocation === undefined || typeof multiLocation === 'boolean';
  assertArgument(isFlag, 'business.multiLocation', 'true or false', multiLocation);
  const isPlace = territory === undefined || typeof territory === 'string';
  assertArgument(isPlace, 'business.territory', 'a code such as AT-JUM', territory);
  const areNames = regimes === undefined || (Array.isArray(regimes) && regimes.every((one) => typeof one === 'string'));
  assertArgument(areNames, 'business.regimes', "a list such as ['farmer']", regimes);
  const pack = find(country)?.pack;
  if (duties !== undefined) assertOptions('business.duties', duties, dutyShapes(pack?.law, duties));
  return pack;
}

/** Without a law, any duty name is valid. */
const dutyShapes = (law: ReceiptLaw | undefined, duties: object): OptionShapes =>
  Object.fromEntries((law === undefined ? Object.keys(duties) : dutiesOf(law)).map((name) => [name, A_BOOLEAN]));

const A_BUSINESS = "an object with its country, such as { country: 'SE' }";

/** Checks what the option shapes cannot express. */
function checkShopOptions(
  { severities, cashRounding = 'pack' }: ShopOptions,
  pack: RulePack | undefined,
  packs: readonly RulePack[],
): void {
  if (severities !== undefined) checkSeverities('options.severities', severities, packs);
  if (cashRounding === 'pack' || cashRounding === 'none' || pack === undefined) return;
  if (leavesToSeller(pack.law?.cashRounding ?? [], cashRounding !== 'nearest')) return;
  throw new UsageError(
    'option_not_lawful',
    'options.cashRounding',
    `options.cashRounding cannot be '${cashRounding}' in ${pack.country}: its law does not allow that, use 'pack'`,
  );
}
