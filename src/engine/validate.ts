import { readJson } from '../document/json-text.js';
import { countKeys, mostKeys, repeatedKeys } from '../document/repeated-keys.js';
import { record } from '../document/scan.js';
import { scanTransaction } from '../document/structure.generated.js';
import { withGuesses } from '../document/fault-message.js';
import type { Scheme } from '../document/scheme.js';
import { StructureFaults } from '../document/structure-faults.js';
import type { DocumentTier } from '../document/stored.js';
import type { LineItem, Transaction } from '../document/types.generated.js';
import { placeOf } from '../document/places.js';
import type { Findings } from '../document/findings.js';
import type { Issue } from '../issues/issue.js';
import { setWhenRead } from './made-when-read.js';
import type { SelectRules } from '../rule/compile.js';
import { DocumentRun } from './document-run.js';
import type { CheckOptions, RulePack } from '../rule/types.js';
import { quoted, show } from '../text/show.js';

/**
 * Why the service refuses a document: because it is not a JSON object or has fields that clients may not send, because
 * it names another profile, or because it has issues.
 */
export type ErrorCode = 'invalid_json' | 'profile_mismatch' | 'validation_failed';

/** The verdict on a valid document. */
export interface Valid {
  readonly valid: true;
  /** The document as passed, unchanged. */
  readonly transaction: Transaction;
  /** Id of the pack that validated the document. */
  readonly profileId: string;
  readonly documentTier: DocumentTier;
  readonly issues: readonly [];
  /** Warnings: the document is valid, but probably wrong. */
  readonly warnings: readonly Issue[];
  readonly error?: undefined;
  readonly document?: undefined;
  readonly unsigned?: undefined;
}

/** The verdict on a document that the service would refuse. */
export interface Invalid {
  readonly valid: false;
  /** The error in the service's response; `issues` has the details. */
  readonly error: { readonly code: ErrorCode; readonly message: string };
  /** Every error, in schema order. */
  readonly issues: readonly Issue[];
  /** Warnings, which do not make the document invalid and are never part of the response. */
  readonly warnings: readonly Issue[];
  /**
   * The validated document, to draw or log but never to send: the value passed, the value parsed from JSON text
   * (`undefined` if the text is not JSON), or the draft with the figures that could be computed.
   */
  readonly document: unknown;
  readonly transaction?: undefined;
  readonly unsigned?: undefined;
}

/** The verdict on a document. Check `valid` first. */
export type ValidationResult = Valid | Invalid;

export interface RegisteredPack {
  readonly pack: RulePack;
  readonly select: SelectRules;
}

export interface ValidationRequest {
  readonly context: CheckOptions;
  readonly maxIssues: number;
  /** The pack for the business's country; undefined if the registry has none. */
  readonly registered: RegisteredPack | undefined;
  /** All packs, keyed by country. */
  readonly packs: ReadonlyMap<string, RegisteredPack>;
  /** The values of tax.scheme that these packs add to schema 2.1. */
  readonly schemes: readonly Scheme[];
}

/** Validates JSON text or UTF-8 bytes. */
export function validateText(input: unknown, request: ValidationRequest): ValidationResult {
  const reading = readJson(input);
  return reading.ok
    ? validateDocument(reading.value, request, reading.text)
    : failed(undefined, 'invalid_json', reading.message, []);
}

/**
 * The validation stages, in the order in which they report: fields that clients may not send, the profile, then
 * structure and rules together. The first and last stages share one pass over the document.
 *
 * @param text the JSON text that the document was parsed from, if any, to find repeated keys
 */
export function validateDocument(document: unknown, request: ValidationRequest, text?: string): ValidationResult {
  const { context, maxIssues, registered } = request;
  const structure = new StructureFaults(maxIssues, request.schemes, registered?.pack, document);
  let given: Record<string, unknown> | undefined;
  let scanned: Transaction | undefined;
  try {
    given = record(document);
    if (given !== undefined) scanned = scanTransaction(given, structure);
  } catch {
    // Getters and proxies may throw. Such a document could not be serialised either.
    return failed(document, 'invalid_json', 'The document cannot be read: one of its fields throws.', []);
  }
  if (given === undefined || scanned === undefined) {
    return failed(document, 'invalid_json', `The document must be a JSON object, found ${foundInstead(document)}.`, []);
  }
  const transaction = scanned;
  if (text !== undefined) findRepeatedKeys(text, given, structure);
  if (structure.shapeFaults !== undefined) {
    const bytes = ArrayBuffer.isView(document) ? ' It is bytes: use validateJson.' : '';
    const faults = structure.shapeFaults;
    const { count } = faults;
    const message = `The document has ${count} field${count === 1 ? '' : 's'} that the service does not accept.${bytes}`;
    return failed(document, 'invalid_json', message, () => withGuesses(faults.issues()));
  }

  if (registered === undefined) return unsupportedCountry(document, request);
  const { pack, select } = registered;
  if (
    transaction.profileId === undefined
      ? structure.faults !== undefined && structure.touches(placeOf('profileId').inside)
      : transaction.profileId !== pack.id
  ) {
    return profileMismatch(document, given.profileId, pack.id, maxIssues);
  }

  const givenItems = (given as { items?: unknown }).items as LineItem[];
  const run = new DocumentRun(transaction, givenItems, pack.law, context, structure.faults, maxIssues);
  run.judge(select, structure.faults === undefined ? undefined : structure);
  const { errors, warnings } = run;
  if (errors !== undefined) return failed(document, 'validation_failed', failedWith(errors.count), errors, warnings);
  const valid: Valid = {
    valid: true,
    transaction: document as Transaction,
    profileId: pack.id,
    documentTier: pack.documentTier,
    issues: [],
    warnings: [],
  };
  if (warnings !== undefined) setWhenRead(valid, undefined, warnings);
  return valid;
}

/** Scans the text for repeated keys, but only if the parsed value has fewer keys than the text could contain. */
function findRepeatedKeys(text: string, given: Record<string, unknown>, structure: StructureFaults): void {
  const inValues = structure.keys + countKeys(given.metadata) + countKeys(given.extensions);
  if (mostKeys(text) === inValues) return;
  repeatedKeys(text, (path, field) => structure.repeatedKey(path, field));
}

/**
 * The verdict on an invalid document, with at most `maxIssues` issues. The number of findings is already limited;
 * findings become issues when the caller reads them.
 */
export function failed(
  document: unknown,
  code: ErrorCode,
  message: string,
  issues: readonly Issue[] | Findings | (() => Issue[]),
  warnings: readonly Issue[] | Findings = [],
  maxIssues = Infinity,
): Invalid {
  const result: Invalid = {
    valid: false,
    error: { code, message },
    issues: isList(issues) ? issues.slice(0, maxIssues) : [],
    warnings: isList(warnings) ? warnings : [],
    document,
  };
  if (!isList(issues)) setWhenRead(result, issues, isList(warnings) ? undefined : warnings);
  return result;
}

const isList = (issues: unknown): issues is readonly Issue[] => Array.isArray(issues);

/** The message that states how many issues there are. */
export function failedWith(count: number): string {
  return `Validation failed with ${count} issue${count === 1 ? '' : 's'}.`;
}

/** If the parsed JSON is a string, the document was probably encoded twice. */
function foundInstead(document: unknown): string {
  if (ArrayBuffer.isView(document)) return 'bytes: use validateJson';
  const found = show(document);
  if (found === 'an object') return 'an object with toJSON: pass its result';
  const isText = typeof document === 'string' && document.trimStart().startsWith('{');
  return isText ? `${found}: for JSON text use validateJson` : found;
}

function unsupportedCountry(document: unknown, { context, packs, maxIssues }: ValidationRequest): Invalid {
  const known = [...packs.keys()].join(', ') || 'no country';
  const likely = context.country.trim().toUpperCase();
  const remedy = packs.has(likely) ? `Did you mean ${likely}?` : `It has packs for ${known}.`;
  const outside = [...packs.values()]
    .flatMap(({ pack }) => pack.law?.outside ?? [])
    .find(({ code }) => code === context.country);
  const message = `The business is in ${quoted(context.country)}, but the registry has no rule pack for it. ${outside === undefined ? remedy : `Note: ${outside.reason}.`}`;
  const issue: Issue = {
    field: 'vendor.id',
    path: ['vendor', 'id'],
    code: 'unsupported_country',
    message,
    severity: 'error',
    found: context.country,
    expected: [...packs.keys()],
  };
  return failed(document, 'validation_failed', failedWith(1), [issue], [], maxIssues);
}

function profileMismatch(document: unknown, sent: unknown, resolved: string, maxIssues: number): Invalid {
  const message = `profileId is ${show(sent)}, but the profile of this business is ${resolved}. Send that or omit profileId.`;
  const issue: Issue = {
    field: 'profileId',
    path: ['profileId'],
    code: 'profile_mismatch',
    message,
    severity: 'error',
    found: sent,
    expected: resolved,
  };
  return failed(document, 'profile_mismatch', `The profile of this business is ${resolved}.`, [issue], [], maxIssues);
}
