import { assertArgument } from '../usage/assert-argument.js';
import { Revision, stepsOf, valueAt, type Path } from './revision.js';
import type { Cause, Operation } from './types.js';

const WANTED = 'causes of this document, in order';

/**
 * Applies the changes from causes in order, either from a whole diagnosis or only from the causes that a person
 * accepted. Returns a copy that shares its unchanged parts with the document. Causes without changes have no effect.
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
  const { op, path } = Object(change) as Operation;
  assertArgument(typeof path === 'string' && path.startsWith('/'), 'causes', WANTED, path);
  const names = stepsOf(path);
  const steps: (string | number)[] = [];
  let holder: unknown = revision.document;
  for (const name of names) {
    assertArgument(typeof holder === 'object' && holder !== null, 'causes', WANTED, path);
    steps.push(Array.isArray(holder) ? (name === '-' ? holder.length : Number(name)) : name);
    holder = valueAt(holder, steps.slice(-1));
  }
  const isThere = exists(revision.document, steps);
  assertArgument(op === 'add' ? !isThere : isThere, 'causes', WANTED, path);
  revision.set(steps, op === 'remove' ? undefined : change.op === 'remove' ? undefined : change.value);
}

function exists(document: unknown, steps: Path): boolean {
  return Object.hasOwn(Object(valueAt(document, steps.slice(0, -1))) as object, steps.at(-1)!);
}
