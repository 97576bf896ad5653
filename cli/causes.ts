import type { Shop } from '../src/index.js';
import { applyCauses, diagnose, type Cause, type Operation } from '../src/diagnose/index.js';
import { fieldPath } from '../src/issues/field-path.js';
import type { ValidationResult } from '../src/engine/validate.js';
import type { LocatedCause, ShownChange } from './entry.js';
import { jsonEdits, NoSuchPlace, type TextEdit } from './fix/json-edits.js';
import { masked } from '../src/text/show.js';
import { locateFields } from './locate.js';
import { textPlaces, type LineColumn } from './text-places.js';

type Path = readonly (string | number)[];

/** A document with its text in the input, and its validation result. */
export interface JudgedDocument {
  readonly text: string;
  readonly value: unknown;
  /** Where the document begins in the input. */
  readonly place: LineColumn;
  /** The document as sent: for a stored document, `value` without the fields that the service adds. */
  readonly document: unknown;
  readonly result: ValidationResult;
}

/**
 * Finds the causes of a document's issues, and their positions in the input. Returns them in the order in which to
 * apply their changes, but numbers them in order of position. This module is loaded on demand, because most documents
 * have no causes.
 */
export function causesOf(shop: Shop, { text, value, place, document, result }: JudgedDocument): LocatedCause[] {
  const { causes } = diagnose(shop, document, { result });
  const paths = causes.map((cause) => pathOf(cause, value, result));
  const offsets = locateFields(text, value, paths);
  const places = textPlaces(text, place);
  const order = causes.map((_, i) => i).sort((a, b) => offsets[a]! - offsets[b]!);
  const editsFor = (changes: readonly Operation[]) => editsOrNone(text, changes);
  let before = document;
  return causes.map((cause, i): LocatedCause => {
    const after = applyCauses(before, [cause]);
    const changes = cause.changes.map((change) => shownChange(change, before));
    before = after;
    const offset = offsets[i]!;
    return { ...places(offset), offset, number: order.indexOf(i) + 1, cause, changes, editsFor };
  });
}

function editsOrNone(text: string, changes: readonly Operation[]): TextEdit[] | undefined {
  try {
    return jsonEdits(text, changes);
  } catch (error) {
    if (error instanceof NoSuchPlace) return undefined;
    throw error;
  }
}

function pathOf(
  { changes: [change], field, explains: [first] }: Cause,
  value: unknown,
  result: ValidationResult,
): Path {
  if (change !== undefined) return stepsIn(change.path, value);
  const issues = [...result.issues, ...result.warnings];
  const issue =
    issues.find((one) => one.field === field) ??
    issues.find((one) => one.field === first?.field && one.code === first.code);
  return issue?.path ?? [];
}

/** Splits a JSON Pointer (RFC 6901) into steps, with array indexes as numbers. */
function stepsIn(pointer: string, document: unknown): (string | number)[] {
  let holder = document;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(holder) ? (name === '-' ? holder.length : Number(name)) : name;
      holder = memberOf(holder, step);
      return step;
    });
}

function memberOf(holder: unknown, step: string | number): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, step)) return undefined;
  return (holder as Readonly<Record<string | number, unknown>>)[step];
}

const isCardNumber = (path: Path): boolean => path.join('.') === 'payment.last4';

/** Describes a change for display: the field, the value found, and the new value. */
function shownChange(change: Operation, document: unknown): ShownChange {
  const steps = stepsIn(change.path, document);
  const found = change.op === 'add' ? undefined : steps.reduce(memberOf, document);
  return {
    field: fieldPath(steps),
    ...(change.op === 'add' ? {} : { found: isCardNumber(steps) ? masked(found) : found }),
    ...(change.op === 'remove' ? {} : { new: isCardNumber(steps) ? masked(change.value) : change.value }),
  };
}
