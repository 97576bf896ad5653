import { countKeys, mostKeys } from '../../src/document/repeated-keys.js';
import type { IssueRef } from '../../src/diagnose/index.js';
import type { ValidationResult } from '../../src/engine/validate.js';
import type { Case } from '../cases.js';
import { causesOf } from '../causes.js';
import type { LocatedCause } from '../entry.js';
import type { LineColumn } from '../text-places.js';
import { edited, jsonEdits, NoSuchPlace } from './json-edits.js';
import { fixableCauses, type FixLevel } from './levels.js';

/** More rounds than any document needs. */
const MAX_ROUNDS = 30;

export interface FixOptions {
  readonly level: FixLevel;
  readonly caseOf: (value: unknown) => Case;
  readonly validate: (value: unknown, text: string) => ValidationResult;
  /** Whether a document with this result may have causes to repair. */
  readonly isFaulty: (result: ValidationResult) => boolean;
}

export interface FixedDocument {
  readonly text: string;
  readonly value: unknown;
  /** The repaired causes, in order of repair. */
  readonly fixed: readonly LocatedCause[];
}

/**
 * Repairs all causes that the level allows. Repeats until no repairable cause is left, because a repair may reveal
 * other causes. Keeps a repair only if the issues that its causes explain existed before and are gone, and no new
 * issues have appeared. Repairing the returned document again therefore does not change it.
 */
export function fixDocument(
  original: { readonly text: string; readonly value: unknown },
  place: LineColumn,
  options: FixOptions,
): FixedDocument {
  const untouched = { ...original, fixed: [] };
  // If keys are repeated, paths are ambiguous.
  if (mostKeys(original.text) !== countKeys(original.value)) return untouched;
  const seen = new Set([original.text]);
  let now: FixedDocument = untouched;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = nextStep(now, place, options);
    if (next === undefined) return now;
    if (seen.has(next.text)) return untouched;
    seen.add(next.text);
    now = next;
  }
  return untouched;
}

function nextStep(now: FixedDocument, place: LineColumn, options: FixOptions): FixedDocument | undefined {
  const { text, value } = now;
  const { shop, document, fault } = options.caseOf(value);
  const result = options.validate(value, text);
  if (fault !== undefined || !options.isFaulty(result)) return undefined;
  const causes = causesOf(shop, { text, value, place, document, result });
  const wanted = fixableCauses(causes, options.level);
  const attempts = wanted.length > 1 ? [wanted, ...wanted.map((cause) => [cause])] : wanted.map((cause) => [cause]);
  for (const attempt of attempts) {
    const after = applied(now, attempt, result, options);
    if (after !== undefined) return after;
  }
  return undefined;
}

/**
 * Applies the changes of some causes. Returns undefined unless the changes fix the issues that the causes explain, and
 * raise no new issues.
 */
function applied(
  now: FixedDocument,
  causes: readonly LocatedCause[],
  before: ValidationResult,
  { validate }: FixOptions,
): FixedDocument | undefined {
  const known = keysOf([...before.issues, ...before.warnings]);
  for (const { cause } of causes) {
    // The cause explains an issue that appears only after another cause has been repaired.
    if (cause.explains.some((issue) => !known.has(keyOf(issue)))) return undefined;
    for (const issue of cause.leaves) known.add(keyOf(issue));
  }
  const text = textAfter(now.text, causes);
  if (text === undefined) return undefined;
  const value = JSON.parse(text) as unknown;
  const { issues, warnings } = validate(value, text);
  const left = keysOf([...issues, ...warnings]);
  const isGone = causes.every(({ cause }, i) =>
    cause.explains.every(
      (issue) =>
        !left.has(keyOf(issue)) || causes.slice(i).some((later) => keysOf(later.cause.leaves).has(keyOf(issue))),
    ),
  );
  // Removing an array element changes the index of all later elements in the issues.
  const isRenumbered = causes.some(({ cause }) =>
    cause.changes.some(({ op, path }) => op === 'remove' && /\/\d+$/.test(path)),
  );
  if (!isGone || (!isRenumbered && [...left].some((key) => !known.has(key)))) return undefined;
  const fixed = [...now.fixed, ...causes].map((cause, i) => ({ ...cause, number: i + 1 }));
  return { text, value, fixed };
}

function textAfter(text: string, causes: readonly LocatedCause[]): string | undefined {
  try {
    return causes.reduce((after, { cause }) => edited(after, jsonEdits(after, cause.changes)), text);
  } catch (error) {
    if (error instanceof NoSuchPlace) return undefined;
    throw error;
  }
}

const keyOf = ({ field, code, severity }: IssueRef): string => `${field} ${code} ${severity}`;
const keysOf = (issues: readonly IssueRef[]): Set<string> => new Set(issues.map(keyOf));
