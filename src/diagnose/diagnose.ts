import type { OptionShape } from '../usage/assert-options.js';
import { assertOptions } from '../usage/assert-options.js';
import { assertArgument } from '../usage/assert-argument.js';
import { A_BOOLEAN } from '../usage/option-tests.js';
import { DOCUMENT_OPTIONS } from '../engine/shop-options.js';
import type { Shop } from '../engine/shop.js';
import type { ValidationResult } from '../engine/validate.js';
import { repairCountry } from './country.js';
import { Diagnosing } from './diagnosing.js';
import { isFields } from './revision.js';
import { repairStep } from './search.js';
import type { DiagnoseOptions, Diagnosis } from './types.js';
import { repairUnknownFields } from './unknown-fields.js';
import { whyOf } from './why.js';

const MAX_VALIDATIONS = 300;
/** No document has more mistakes than this that one can name. */
const MOST_STEPS = 40;

const DIAGNOSE_OPTIONS = {
  original: DOCUMENT_OPTIONS.original,
  result: {
    test: (value: unknown) => {
      const { valid, issues, warnings } = Object(value) as Partial<ValidationResult>;
      return typeof valid === 'boolean' && Array.isArray(issues) && Array.isArray(warnings);
    },
    wanted: 'what shop.validate() returned for the document',
  },
  countries: A_BOOLEAN,
  maxValidations: {
    test: (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 1,
    wanted: 'an integer of 1 or more',
  },
} satisfies Record<keyof DiagnoseOptions, OptionShape>;

/**
 * Finds the mistakes that the issues of a document follow from, each with the least change that repairs it. One wrong
 * flag may give eight issues: it is one cause. Every repair is tried by validating the changed document, so that its
 * effect is known, not assumed.
 *
 * Deterministic and without effects; the document is not changed. Any document gives a result. Takes 10 to 100
 * validations for most documents.
 *
 * See docs/guides/diagnose.md in the repository.
 *
 * @throws UsageError for a value that is not a shop, an unknown option, or a wrong value
 * @example
 * const { causes, document, result } = diagnose(shop, receipt);
 * for (const { title, changes, confidence } of causes) console.log(confidence, title, changes);
 */
export function diagnose(shop: Shop, document: unknown, options: DiagnoseOptions = {}): Diagnosis {
  assertShop(shop);
  assertOptions('options', options, DIAGNOSE_OPTIONS);
  const { original, result, countries = true, maxValidations = MAX_VALIDATIONS } = options;
  // Repeated keys are in the text alone: the parsed document does not show them again.
  const isOfText = result?.valid === false && result.error.code === 'invalid_json';
  const diagnosing = new Diagnosing(shop, document, original, maxValidations, isOfText ? undefined : result);
  const ofText = isOfText ? result.issues.filter(({ code }) => code === 'duplicate_key') : [];
  diagnosing.leaveOpen(ofText);
  try {
    if (isFields(document)) search(diagnosing, document, countries);
  } catch {
    // A getter or a proxy throws. What has been found until then holds.
  }
  if (diagnosing.verdict.issues.length > 0) diagnosing.leaveOpen(diagnosing.verdict.issues);
  else if (ofText.length === 0) leaveUnreadable(diagnosing);
  const { causes, verdict, validations, isSpent } = diagnosing;
  return {
    causes,
    document: diagnosing.document,
    shop: diagnosing.shop,
    result: verdict.result,
    validations,
    stopped: isSpent && !(verdict.result.valid && verdict.issues.length === 0),
  };
}

/** Checks the members, not the class: a shop may be wrapped, or come from the build in the other module format. */
function assertShop(shop: unknown): asserts shop is Shop {
  const { validate, options, registry } = Object(shop) as Partial<Shop>;
  const holds = typeof validate === 'function' && typeof options === 'object' && typeof registry?.shop === 'function';
  assertArgument(holds, 'shop', 'what registry.shop() returns', shop);
}

function search(diagnosing: Diagnosing, document: { readonly profileId?: unknown }, countries: boolean): void {
  const { country } = diagnosing.shop.business;
  const { profileId } = document;
  const mayMove = (): boolean => countries && diagnosing.shop.business.country === country;
  repairUnknownFields(diagnosing);
  if (mayMove()) repairCountry(diagnosing, profileId);
  repairProfile(diagnosing);
  for (let step = 0; step < MOST_STEPS && diagnosing.verdict.issues.length > 0 && !diagnosing.isSpent; step++) {
    if (step > 0 && mayMove()) repairCountry(diagnosing, profileId);
    if (!repairStep(diagnosing, countries)) return;
  }
}

function repairProfile(diagnosing: Diagnosing): void {
  const { result } = diagnosing.verdict;
  if (result.valid || result.error.code !== 'profile_mismatch' || diagnosing.isSpent) return;
  const revision = diagnosing.revise();
  revision.set(['profileId'], undefined);
  diagnosing.accept(
    { code: 'profile_id', title: 'Leave profileId out', confidence: 'certain' },
    revision.document,
    diagnosing.validate(revision.document),
  );
}

/** What is not an object, or cannot be read, has no fields that a cause could name. */
function leaveUnreadable({ causes, verdict: { result } }: Diagnosing): void {
  if (result.valid) return;
  causes.push({
    code: 'open',
    title: result.error.message,
    why: whyOf('open'),
    field: '',
    lines: 0,
    changes: [],
    explains: [],
    leaves: [],
    confidence: 'choose',
  });
}
