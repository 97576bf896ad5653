import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isTimestamp } from './document/structure.generated.js';
import type { Transaction } from './document/types.generated.js';
import { explain, type CodeExplanation } from './explain.js';
import type { Issue } from './issue.js';
import { compiledWhenUsed } from './pack/compile.js';
import { checkSeverities } from './pack/severities.js';
import type { Business, DocumentTier, RuleOptions, RulePack, Severities } from './pack/types.js';
import { show } from './show.js';
import {
  validateDocument,
  validateText,
  type RegisteredPack,
  type ValidationRequest,
  type ValidationResult,
} from './validate.js';

/** The options of a validation. */
export interface ValidateOptions extends RuleOptions {
  /** At most this many issues are returned. The error message still says how many there are. No limit by default. */
  readonly maxIssues?: number | undefined;
}

/** The options for all validations of a registry. */
export interface RegistryOptions {
  /** The severity of issues of rules, if a call does not set another. */
  readonly severities?: Severities | undefined;
}

/** A set of rule packs, one per country and tier. */
export interface Registry {
  /** The packs, as they were given. */
  readonly packs: readonly RulePack[];
  /** The pack for a country (ISO 3166-1 alpha-2) and tier. */
  resolve(country: string, documentTier?: DocumentTier): RulePack | undefined;
  /**
   * Reports everything that is wrong with a document. Any value may be passed; it is not changed.
   *
   * @throws TypeError for wrong use: a business without country, an unknown option
   */
  validate(document: unknown, business: Business, options?: ValidateOptions): ValidationResult;
  /** The same from JSON text or UTF-8 bytes, where it also finds keys that an object has more than once. */
  validateJson(textOrBytes: string | Uint8Array, business: Business, options?: ValidateOptions): ValidationResult;
  /**
   * Explains what a code means, which rules raise it, and how to fix it. For an issue, it explains the one rule that
   * found it. Undefined for a code that no rule or stage raises.
   *
   * @param country the country of the business, for an issue, if the registry has several packs
   */
  explain(codeOrIssue: string | Issue, country?: string): CodeExplanation | undefined;
  /** A Standard Schema v1 object, for libraries that accept any validator. */
  standardSchema(business: Business, options?: ValidateOptions): StandardSchemaV1<unknown, Transaction>;
}

/**
 * Makes a registry from rule packs.
 *
 * See docs/guides/validate-before-you-send.md in the repository.
 *
 * @throws TypeError for a value that is not an array of rule packs, if two packs have the same id or the same country
 * and tier, and for severities of a code or rule that does not exist
 */
export function createRegistry(packs: readonly RulePack[], options: RegistryOptions = {}): Registry {
  checkPacks(packs);
  checkRegistryOptions(packs, options);
  const all = Object.freeze([...packs]);
  const fixed = options.severities;
  // Receipts are the only tier. A second tier will need a separate map.
  const receipts = new Map<string, RegisteredPack>();
  const ids = new Set<string>();
  for (const pack of packs) {
    if (ids.has(pack.id)) throw new TypeError(`two packs have the id ${pack.id}`);
    if (receipts.has(pack.country))
      throw new TypeError(`two packs are for ${pack.country} and the tier ${pack.documentTier}`);
    ids.add(pack.id);
    receipts.set(pack.country, { pack, select: compiledWhenUsed(pack) });
  }
  const find = (country: string, tier: DocumentTier = 'receipt') =>
    tier === 'receipt' ? receipts.get(country) : undefined;
  const request = (business: Business, options: ValidateOptions = NO_OPTIONS): ValidationRequest => {
    checkUse(business, options);
    const { severities } = options;
    if (severities !== undefined) checkSeverities('severities', severities, all);
    return {
      context: {
        country: business.country,
        multiLocation: business.multiLocation,
        rateWindows: options.rateWindows,
        itemClass: options.itemClass,
        original: options.original,
        severities: severities === undefined ? fixed : { ...fixed, ...severities },
      },
      maxIssues: options.maxIssues ?? Infinity,
      registered: find(business.country),
      packs: receipts,
    };
  };
  return {
    packs: all,
    resolve: (country, documentTier) => find(country, documentTier)?.pack,
    validate: (document, business, options) => validateDocument(document, request(business, options)),
    validateJson: (textOrBytes, business, options) => validateText(textOrBytes, request(business, options)),
    explain: (codeOrIssue, country) => explain(codeOrIssue, all, country),
    standardSchema: (business, options) => {
      const fixed = request(business, options);
      return standardSchema((document) => validateDocument(document, fixed));
    },
  };
}

function standardSchema(validate: (document: unknown) => ValidationResult): StandardSchemaV1<unknown, Transaction> {
  return {
    '~standard': {
      version: 1,
      vendor: 'receipt-rule-packs',
      validate: (document) => {
        const result = validate(document);
        if (result.valid) return { value: result.transaction };
        if (result.issues.length === 0) return { issues: [{ message: result.error.message, path: [] }] };
        return { issues: result.issues.map(({ message, path }) => ({ message, path })) };
      },
    },
  };
}

const NO_OPTIONS: ValidateOptions = Object.freeze({});

function checkPacks(packs: unknown): void {
  if (!Array.isArray(packs)) throw new TypeError(`packs must be an array of rule packs, found ${show(packs)}`);
  // Not forEach, which passes over holes.
  for (let i = 0; i < packs.length; i++) {
    const pack = packs[i] as Partial<RulePack> | null | undefined;
    if (typeof pack?.check !== 'function' || typeof pack.id !== 'string' || !hasRules(pack)) {
      throw new TypeError(
        `packs[${i}] must be a rule pack, as receiptPack and definePack make them, found ${show(pack)}`,
      );
    }
  }
}

/** Rules behind a getter are made when they are first read. That must not happen here. */
function hasRules(pack: Partial<RulePack>): boolean {
  return Object.getOwnPropertyDescriptor(pack, 'rules')?.get !== undefined || Array.isArray(pack.rules);
}

const OPTIONS: readonly string[] = ['rateWindows', 'itemClass', 'original', 'severities', 'maxIssues'];

/** Wrong use of the library is different from an invalid document: it throws. */
function checkUse(business: Business, options: ValidateOptions): void {
  if (
    typeof business !== 'object' ||
    business === null ||
    typeof business.country !== 'string' ||
    business.country === ''
  ) {
    const found = typeof business === 'object' && business !== null ? business.country : business;
    throw new TypeError(
      `business must have a country, an ISO 3166-1 alpha-2 code such as { country: 'SE' }, found ${show(found)}`,
    );
  }
  if (business.multiLocation !== undefined && typeof business.multiLocation !== 'boolean') {
    throw new TypeError(`business.multiLocation must be true or false, found ${show(business.multiLocation)}`);
  }
  if (options !== NO_OPTIONS) checkOptions(options);
}

function checkOptions(options: ValidateOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options must be an object, found ${show(options)}`);
  }
  for (const name in options) {
    if (!OPTIONS.includes(name)) throw new TypeError(`unknown option ${name}: the options are ${OPTIONS.join(', ')}`);
  }
  const { rateWindows, itemClass, original, maxIssues } = options;
  if (rateWindows !== undefined && rateWindows !== 'off' && rateWindows !== 'warn' && rateWindows !== 'enforce') {
    throw new TypeError(`rateWindows must be 'off', 'warn' or 'enforce', found ${show(rateWindows)}`);
  }
  if (itemClass !== undefined && typeof itemClass !== 'function') {
    throw new TypeError(`itemClass must be a function, found ${show(itemClass)}`);
  }
  if (original !== undefined) checkOriginal(original);
  if (maxIssues !== undefined && !(Number.isSafeInteger(maxIssues) && maxIssues >= 0)) {
    throw new TypeError(`maxIssues must be an integer of 0 or more, found ${show(maxIssues)}`);
  }
}

function checkRegistryOptions(packs: readonly RulePack[], options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options must be an object, found ${show(options)}`);
  }
  for (const name in options) {
    if (name !== 'severities') throw new TypeError(`unknown option ${name}: the option of a registry is severities`);
  }
  const { severities } = options as RegistryOptions;
  if (severities !== undefined) checkSeverities('severities', severities, packs);
}

function checkOriginal(original: unknown): void {
  const timestamp = (original as { timestamp?: unknown } | null | undefined)?.timestamp;
  if (typeof timestamp === 'string' && isTimestamp(timestamp)) return;
  const found = timestamp ?? original;
  throw new TypeError(
    `original.timestamp must be the timestamp of the sale, such as { timestamp: '2026-11-21T10:00:00+01:00' }, found ${show(found)}`,
  );
}
