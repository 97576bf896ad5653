import { isSetByService } from '../document/fault-message.js';
import { schemaNodes } from '../document/schema-nodes.js';
import type { Issue } from '../issues/issue.js';
import { maskCardNumbers } from '../text/card-numbers.js';
import type { Diagnosing, Verdict } from './diagnosing.js';
import { groupsBy, placeOf } from './loss.js';
import { difference, hasField, isFields, valueAt, type Path, type Revision } from './revision.js';
import { fieldMeant, plain } from './words.js';

/** A renamed object can contain more unknown fields. */
const MOST_ROUNDS = 3;

/**
 * Renames or removes unknown fields. Unknown fields come first, because they hide all other issues.
 */
export function repairUnknownFields(diagnosing: Diagnosing): void {
  for (let round = 0; round < MOST_ROUNDS && !diagnosing.isSpent; round++) {
    const { result, issues } = diagnosing.verdict;
    if (result.valid || result.error.code !== 'invalid_json') return;
    // In reverse order, so that indexes stay valid.
    const unknown = issues.filter(({ code, path }) => code === 'unknown_field' && hasField(diagnosing.document, path));
    for (const issues of groupsBy(unknown.reverse(), ({ path }) => placeOf(path)).values()) {
      for (const alike of alikeOf(diagnosing.document, issues)) {
        if (diagnosing.isSpent) return;
        repairAlike(diagnosing, alike);
      }
    }
    if (unknown.length === 0) return;
  }
}

/** Fields with the same name in the same place, on any number of lines, are one mistake if they mean the same field. */
function alikeOf(document: unknown, issues: readonly Issue[]): Iterable<Issue[]> {
  return groupsBy(issues, ({ path }) => meantBy(document, path)).values();
}

const meantBy = (document: unknown, path: Path): string | undefined =>
  fieldMeant(String(path.at(-1)), absentFields(document, path));

/** The fields in the schema that are missing from the object with the unknown field. */
function absentFields(document: unknown, path: Path): string[] {
  const parent = path.slice(0, -1);
  return fieldsIn(parent).filter((field) => !hasField(document, [...parent, field]));
}

function repairAlike(diagnosing: Diagnosing, issues: readonly Issue[]): void {
  const { path, field } = issues.at(-1)!;
  const key = String(path.at(-1));
  const meant = meantBy(diagnosing.document, path);
  const revision = diagnosing.revise();
  for (const { path } of issues) {
    const value = valueAt(diagnosing.document, path);
    revision.set(path, undefined);
    if (meant !== undefined) revision.set([...path.slice(0, -1), meant], meant === 'last4' ? lastFour(value) : value);
  }
  const { document } = revision;
  const verdict = diagnosing.validate(document);
  if (meant !== undefined) {
    const confidence = plain(meant) === plain(key) ? 'certain' : 'likely';
    diagnosing.accept(
      { code: 'field_renamed', title: `"${key}" is called ${meant}`, confidence, field },
      document,
      verdict,
    );
    return;
  }
  const title = `${field} may not be written`;
  const moved = inMetadata(diagnosing, issues, verdict);
  const options = [
    { title, changes: difference(diagnosing.document, document) },
    { title: 'Move it to metadata', changes: difference(diagnosing.document, moved) },
  ];
  diagnosing.accept(
    { code: 'unknown_field', title, confidence: 'certain', field, ...(moved === undefined ? {} : { options }) },
    document,
    verdict,
  );
}

/**
 * Moves unknown fields to the same path below `metadata`: `payment.tip` to `metadata.payment.tip`. Returns undefined if
 * they are not the sender's own data, or not valid in `metadata`.
 *
 * @param removed the verdict on the document if the fields are removed
 */
function inMetadata(diagnosing: Diagnosing, issues: readonly Issue[], removed: Verdict): unknown {
  const { path } = issues[0]!;
  const [parent, key] = [path.slice(0, -1), String(path.at(-1))];
  const isOwn =
    !isSetByService(parent.join('.'), key) &&
    !(parent.length === 0 && key === 'fiscal') &&
    fieldMeant(key, fieldsIn(parent)) === undefined;
  const metadata = valueAt(diagnosing.document, ['metadata']) ?? {};
  if (!isOwn || diagnosing.isSpent || !isFields(metadata) || Object.hasOwn(metadata, path[0]!)) return undefined;
  const revision = diagnosing.revise();
  const moved = issues.map(({ path }) => valueAt(diagnosing.document, path));
  for (const { path } of issues) revision.set(path, undefined);
  [...issues].reverse().forEach(({ path }, i) => {
    const to = ['metadata', ...path];
    fillBefore(revision, to);
    revision.set(to, moved.at(-1 - i));
  });
  const verdict = diagnosing.validate(revision.document);
  const isWorse = verdict.loss > removed.loss;
  return isWorse || moved.some(hasCardNumber) ? undefined : revision.document;
}

/** Adds an empty object for each earlier element of the lists on a path, so that indexes stay the same. */
function fillBefore(revision: Revision, path: Path): void {
  path.forEach((step, i) => {
    if (typeof step !== 'number') return;
    const list = path.slice(0, i);
    const elements = valueAt(revision.document, list);
    for (let at = Array.isArray(elements) ? elements.length : 0; at < step; at++) revision.set([...list, at], {});
  });
}

function hasCardNumber(value: unknown): boolean {
  const text = JSON.stringify([value]);
  return maskCardNumbers(text) !== text;
}

/** Shortens card numbers, so that changes never contain one. */
const lastFour = (value: unknown): unknown =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(-4) : value;

/** The fields that the schema allows in an object. */
function fieldsIn(parent: Path): string[] {
  const steps = parent.map((step) => (typeof step === 'number' ? '[]' : `.${step}`));
  const outer = steps.join('').slice(1);
  const prefix = outer && `${outer}.`;
  return schemaNodes().flatMap(({ pattern }) => {
    const name = pattern.slice(prefix.length);
    return pattern.startsWith(prefix) && name !== '' && !/[.[]/.test(name) ? [name] : [];
  });
}
