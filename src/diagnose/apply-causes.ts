import { assertArgument } from '../usage/assert-argument.js';
import { Revision, stepsOf, valueAt, type Path } from './revision.js';
import type { Cause, Operation } from './types.js';

const WANTED = 'causes of this document, in their order';

/**
 * Applies the changes of causes, in their order: of all of a diagnosis, or of those that somebody accepted. Returns a
 * copy, which shares what is unchanged with the document. A cause without changes changes nothing.
 *
 * @throws UsageError for a value that is not an array of causes, and for a change of a field that the document does
 * not have
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
