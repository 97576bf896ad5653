import { assertShop } from '../complete/arguments.js';
import { DOCUMENT_OPTIONS, type Shop } from '../engine/shop.js';
import type { ValidationResult } from '../engine/validate.js';
import { type OptionShape, assertOptions, assertArgument } from '../usage/assert.js';
import { A_BOOLEAN, A_POSITIVE_COUNT } from '../usage/option-tests.js';
import { repairCountry, repairScheme } from './country.js';
import { Diagnosing } from './diagnosing.js';
import { hasField, isFields, Revision, stepsOf, valueAt } from './revision.js';
import { repairStep } from './search.js';
import type { DiagnoseOptions, Diagnosis, Cause, Operation } from './types.js';
import { repairUnknownFields } from './unknown-fields.js';

const MAX_VALIDATIONS = 300;
/** The maximum number of causes that a diagnosis lists. */
const MOST_STEPS = 40;

const DIAGNOSE_OPTIONS = {
  original: DOCUMENT_OPTIONS.original,
  result: {
    test: (value: unknown) => {
      const { valid, issues, warnings } = Object(value) as Partial<ValidationResult>;
      return typeof valid === 'boolean' && Array.isArray(issues) && Array.isArray(warnings);
    },
    wanted: 'the result of shop.validate() for the document',
  },
  countries: A_BOOLEAN,
  maxValidations: A_POSITIVE_COUNT,
} satisfies Record<keyof DiagnoseOptions, OptionShape>;

/**
 * Finds the mistakes behind the issues of a document, and the smallest change that repairs each. One wrong flag can
 * raise eight issues; these then have one cause. Each repair is tested by validating the changed document.
 *
 * Pure and deterministic; never changes the document. Accepts any value. For most documents, it runs 10 to 100
 * validations.
 *
 * See docs/guides/causes.md in the repository.
 *
 * @throws UsageError if `shop` is not a shop, or if an option is unknown or has a wrong value
 * @example
 * const { causes, document, result } = diagnose(shop, receipt);
 * for (const { title, changes, confidence } of causes) console.log(confidence, title, changes);
 */
export function diagnose(shop: Shop, document: unknown, options: DiagnoseOptions = {}): Diagnosis {
  assertShop(shop);
  // Other functions do not need the registry, so a wrapper of a shop may lack it.
  const { registry } = shop as Partial<Shop>;
  assertArgument(typeof registry?.shop === 'function', 'shop', 'what registry.shop() returns', shop);
  assertOptions('options', options, DIAGNOSE_OPTIONS);
  const { original, result, countries = true, maxValidations = MAX_VALIDATIONS } = options;
  // Only the text has repeated keys: validating the parsed document again would not find them.
  const isOfText = result?.valid === false && result.error.code === 'invalid_json';
  const diagnosing = new Diagnosing(shop, document, original, maxValidations, isOfText ? undefined : result);
  const ofText = isOfText ? result.issues.filter(({ code }) => code === 'duplicate_key') : [];
  diagnosing.leaveOpen(ofText);
  try {
    if (isFields(document)) search(diagnosing, document, countries);
  } catch {
    // A getter or a proxy threw. The causes found so far are still correct.
  }
  diagnosing.leaveOpen(diagnosing.verdict.issues);
  const { causes, verdict, validations, isSpent } = diagnosing;
  const { result: last } = verdict;
  // A value that is not an object, or cannot be read, has no field to report.
  if (verdict.issues.length + ofText.length === 0 && !last.valid) diagnosing.leave(last.error.message);
  return {
    causes,
    document: diagnosing.document,
    shop: diagnosing.shop,
    result: last,
    validations,
    stopped: isSpent && !(last.valid && verdict.issues.length === 0),
  };
}

function search(diagnosing: Diagnosing, document: { readonly profileId?: unknown }, countries: boolean): void {
  const { country } = diagnosing.shop.business;
  const { profileId } = document;
  const mayMove = (): boolean => countries && diagnosing.shop.business.country === country;
  repairUnknownFields(diagnosing);
  repairCountry(diagnosing, profileId, countries);
  repairScheme(diagnosing);
  for (let step = 0; step < MOST_STEPS && diagnosing.verdict.issues.length > 0 && !diagnosing.isSpent; step++) {
    if (step > 0 && mayMove()) repairCountry(diagnosing, profileId, countries);
    if (!repairStep(diagnosing, countries) && !diagnosing.fallBack()) return;
  }
  diagnosing.fallBack();
}

const WANTED = 'causes of this document, in order';

/**
 * Applies the changes of causes in order: of all causes in a diagnosis, or only of those that a person accepted.
 * Returns a copy that shares its unchanged parts with the document. Causes without changes have no effect.
 *
 * @throws UsageError if `causes` is not an array of causes, or if a change refers to a field that the document does not
 * have
 * @example
 * const certain = diagnose(shop, document).causes.filter(({ confidence }) => confidence === 'certain');
 * const repaired = applyCauses(document, certain);
 */
export function applyCauses(document: unknown, causes: readonly Pick<Cause, 'changes'>[]): unknown {
  assertArgument(Array.isArray(causes), 'causes', 'an array of causes', causes);
  const revision = new Revision(document);
  for (const cause of causes) {
    const changes: unknown = (cause as Partial<Cause> | null | undefined)?.changes;
    assertArgument(Array.isArray(changes), 'causes', 'an array of causes', cause);
    for (const change of changes as Operation[]) apply(revision, change);
  }
  return revision.document;
}

function apply(revision: Revision, change: Operation): void {
  const { op, path, value } = Object(change) as Operation & { readonly value?: unknown };
  assertArgument(typeof path === 'string' && path.startsWith('/'), 'causes', WANTED, path);
  const names = stepsOf(path);
  const steps: (string | number)[] = [];
  let holder: unknown = revision.document;
  for (const name of names) {
    assertArgument(typeof holder === 'object' && holder !== null, 'causes', WANTED, path);
    steps.push(Array.isArray(holder) ? (name === '-' ? holder.length : Number(name)) : name);
    holder = valueAt(holder, steps.slice(-1));
  }
  const isThere = hasField(revision.document, steps);
  assertArgument(op === 'add' ? !isThere : isThere, 'causes', WANTED, path);
  revision.set(steps, op === 'remove' ? undefined : value);
}
