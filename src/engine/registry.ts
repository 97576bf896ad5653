import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isOfSchema, type Scheme } from '../document/scheme.js';
import type { DocumentTier } from '../document/tier.js';
import type { Transaction } from '../document/types.generated.js';
import { explain, type CodeExplanation } from './explain.js';
import type { Issue } from '../issues/issue.js';
import { leavesToSeller } from '../law/cash-rounding.js';
import { dutiesOf, statesOf } from '../law/obligations.js';
import type { ReceiptLaw } from '../law/types.js';
import { compiledWhenUsed } from '../rule/compile.js';
import { checkSeverities } from '../rule/severities.js';
import type { Business, RulePack, Severities } from '../rule/types.js';
import { DOCUMENT_OPTIONS, SHOP_OPTIONS } from './shop-options.js';
import type { DocumentOptions, Shop, ShopOptions } from './shop.js';
import { show } from '../text/show.js';
import { assertArgument } from '../usage/assert-argument.js';
import { assertOptions } from '../usage/assert-options.js';
import type { OptionShapes } from '../usage/assert-options.js';
import { A_BOOLEAN, AN_OBJECT } from '../usage/option-tests.js';
import { UsageError } from '../usage/usage-error.js';
import {
  validateDocument,
  validateText,
  type RegisteredPack,
  type ValidationRequest,
  type ValidationResult,
} from './validate.js';

/** The options of a validation without a shop: those of a shop, and those of the document. */
export interface ValidateOptions extends ShopOptions, DocumentOptions {}

/** The options for all validations of a registry. */
export interface RegistryOptions {
  /** The severity of issues of rules, if a shop does not set another. */
  readonly severities?: Severities | undefined;
}

/** `unknown` for a country of type `string`, such as one from a database; `never` for a literal. */
export type NotLiteral<Country extends string> = string extends Country ? unknown : never;

/** A set of rule packs, one per country and tier. `Country` has the countries of its packs, where they are known. */
export interface Registry<Country extends string = string> {
  /** The packs, as they were given. */
  readonly packs: readonly RulePack<Country>[];
  /** The pack for a country (ISO 3166-1 alpha-2) and tier. */
  resolve(country: string, documentTier?: DocumentTier): RulePack | undefined;
  // The overload for `string` stands first: TypeScript 7 reports the last one, which names the countries.
  /**
   * Binds a business to its options.
   *
   * @throws UsageError for a business without country, for an option that is unknown or has a wrong value, and for
   * `cashRounding` that the law does not leave to the seller
   */
  shop<C extends string>(business: Business<C> & NotLiteral<C>, options?: ShopOptions): Shop;
  /** The same; names the countries of the packs to the compiler. */
  shop(business: Business<Country>, options?: ShopOptions): Shop;
  /**
   * Reports everything that is wrong with a document, as `registry.shop(business, options).validate(document)` does. Any
   * value may be passed; it is not changed.
   *
   * @throws UsageError as `shop`
   */
  validate<C extends string>(
    document: unknown,
    business: Business<C> & NotLiteral<C>,
    options?: ValidateOptions,
  ): ValidationResult;
  /** The same; names the countries of the packs to the compiler. */
  validate(document: unknown, business: Business<Country>, options?: ValidateOptions): ValidationResult;
  /** The same from JSON text or UTF-8 bytes, where it also finds keys that an object has more than once. */
  validateJson<C extends string>(
    textOrBytes: string | Uint8Array,
    business: Business<C> & NotLiteral<C>,
    options?: ValidateOptions,
  ): ValidationResult;
  /** The same; names the countries of the packs to the compiler. */
  validateJson(
    textOrBytes: string | Uint8Array,
    business: Business<Country>,
    options?: ValidateOptions,
  ): ValidationResult;
  /**
   * Explains what a code means, which rules raise it, and how to fix it. For an issue, it explains the one rule that
   * found it. Undefined for a code that no rule or stage raises.
   *
   * @param country the country of the business, for an issue, if the registry has several packs
   */
  explain(codeOrIssue: string | Issue, country?: string): CodeExplanation | undefined;
  /** A Standard Schema v1 object, for libraries that accept any validator. */
  standardSchema<C extends string>(
    business: Business<C> & NotLiteral<C>,
    options?: ValidateOptions,
  ): StandardSchemaV1<unknown, Transaction>;
  /** The same; names the countries of the packs to the compiler. */
  standardSchema(business: Business<Country>, options?: ValidateOptions): StandardSchemaV1<unknown, Transaction>;
}

/**
 * Makes a registry from rule packs.
 *
 * See docs/guides/validate-before-you-send.md in the repository.
 *
 * @throws UsageError for a value that is not an array of rule packs, if two packs have the same id or the same country
 * and tier, and for severities of a code or rule that does not exist
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
  // Receipts are the only tier. A second tier will need a separate map.
  const receipts = new Map<string, RegisteredPack>();
  for (const pack of packs) receipts.set(pack.country, { pack, select: compiledWhenUsed(pack) });
  const find = (country: string, tier: DocumentTier = 'receipt') =>
    tier === 'receipt' ? receipts.get(country) : undefined;

  /** @param document checked already */
  const request = (business: Business, shop: ShopOptions, document: DocumentOptions): ValidationRequest => ({
    context: {
      country: business.country,
      multiLocation: business.multiLocation,
      duties: business.duties,
      rateWindows: shop.rateWindows,
      productTaxClass: shop.productTaxClass,
      original: document.original,
      severities: shop.severities === undefined ? severities : { ...severities, ...shop.severities },
    },
    maxIssues: document.maxIssues ?? shop.maxIssues ?? Infinity,
    registered: find(business.country),
    packs: receipts,
    schemes,
  });
  const checkedRequest = (business: Business, options: ValidateOptions = NO_OPTIONS): ValidationRequest => {
    const pack = checkBusiness(business, find);
    if (options !== NO_OPTIONS) {
      assertOptions('options', options, VALIDATE_OPTIONS);
      checkShopOptions(options, pack, all);
    }
    return request(business, options, options);
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
    explain: (codeOrIssue, country) => explain(codeOrIssue, all, country),
    standardSchema: (business: Business, options?: ValidateOptions) =>
      standardSchema(checkedRequest(business, options)),
  };
  return registry;
}

/** A shop: nothing of it can change later. */
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
    explain: (codeOrIssue) => registry.explain(codeOrIssue, own.country),
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

/** The values of tax.scheme that packs have and schema 2.1 does not list, in the order of the packs. */
function ownSchemes(packs: readonly RulePack[]): readonly Scheme[] {
  return [...new Set(packs.flatMap(({ schemes }) => schemes))].filter((scheme) => !isOfSchema(scheme));
}

const NO_OPTIONS = Object.freeze({});

const REGISTRY_OPTIONS: OptionShapes = { severities: AN_OBJECT };

const VALIDATE_OPTIONS: OptionShapes = { ...SHOP_OPTIONS, ...DOCUMENT_OPTIONS };

function checkPacks(packs: unknown): void {
  assertArgument(Array.isArray(packs), 'packs', 'an array of rule packs', packs);
  const seen = new Map<string, string>();
  // Not forEach, which passes over holes.
  for (let i = 0; i < packs.length; i++) {
    const pack = packs[i] as Partial<RulePack> | null | undefined;
    if (typeof pack?.check !== 'function' || typeof pack.id !== 'string' || !hasRules(pack)) {
      const message = `packs[${i}] must be a rule pack, as defineReceiptPack and definePack make them, found ${show(pack)}`;
      throw new UsageError('invalid_pack', `packs[${i}]`, message);
    }
    for (const key of [`id ${pack.id}`, `country ${pack.country} and the tier ${pack.documentTier}`]) {
      if (seen.has(key))
        throw new UsageError('duplicate_pack', `packs[${i}]`, `${seen.get(key)} and packs[${i}] both have the ${key}`);
      seen.set(key, `packs[${i}]`);
    }
  }
}

/** Rules behind a getter are made when they are first read. That must not happen here. */
function hasRules(pack: Partial<RulePack>): boolean {
  return Object.getOwnPropertyDescriptor(pack, 'rules')?.get !== undefined || Array.isArray(pack.rules);
}

/** @returns the pack of its country */
function checkBusiness(
  business: Business,
  find: (country: string) => RegisteredPack | undefined,
): RulePack | undefined {
  assertArgument(typeof business === 'object' && business !== null, 'business', A_BUSINESS, business);
  const { country, multiLocation, duties } = business;
  const isText = typeof country === 'string' && country !== '';
  assertArgument(isText, 'business.country', "an ISO 3166-1 alpha-2 code such as 'SE'", country);
  const isFlag = multiLocation === undefined || typeof multiLocation === 'boolean';
  assertArgument(isFlag, 'business.multiLocation', 'true or false', multiLocation);
  const pack = find(country)?.pack;
  if (duties !== undefined) assertOptions('business.duties', duties, dutyShapes(pack?.law, duties));
  return pack;
}

/** Without a law no names are known. */
const dutyShapes = (law: ReceiptLaw | undefined, duties: object): OptionShapes =>
  Object.fromEntries((law === undefined ? Object.keys(duties) : dutiesOf(law)).map((name) => [name, A_BOOLEAN]));

const A_BUSINESS = "an object with its country, such as { country: 'SE' }";

/** What the shapes of options cannot say. */
function checkShopOptions(
  { severities, cashRounding = 'pack' }: ShopOptions,
  pack: RulePack | undefined,
  packs: readonly RulePack[],
): void {
  if (severities !== undefined) checkSeverities('options.severities', severities, packs);
  if (cashRounding === 'pack' || cashRounding === 'none' || pack === undefined) return;
  if (leavesToSeller(pack.law?.cashRounding ?? [])) return;
  throw new UsageError(
    'option_not_lawful',
    'options.cashRounding',
    `options.cashRounding is '${cashRounding}', but the law of ${pack.country} does not leave it to the seller how cash is rounded: use 'pack'`,
  );
}
