import type { Operation } from './types.js';

/** The steps from a document to a value. */
export type Path = readonly (string | number)[];

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function valueAt(document: unknown, path: Path): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

export const hasField = (document: unknown, path: Path): boolean =>
  Object.hasOwn(Object(valueAt(document, path.slice(0, -1))) as object, path.at(-1)!);

/** Whether two values are the same JSON. */
export const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'object' && difference(a, b).length === 0);

/** Sets a field as JSON.parse does: `__proto__` is a field like any other. */
function define(target: Record<string | number, unknown>, key: string | number, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * A changed copy of a document. It shares unchanged parts with the original, so that unchanged lines are the same
 * objects.
 */
export class Revision {
  private root: unknown;
  private readonly copied = new Set<unknown>();

  /** @param onCopy a function called with each copied object */
  constructor(
    document: unknown,
    private readonly onCopy?: (copy: object, original: object) => void,
  ) {
    this.root = document;
  }

  get document(): unknown {
    return this.root;
  }

  /** Sets the value at a path, or removes it if the value is undefined. Creates missing objects along the path. */
  set(path: Path, value: unknown): void {
    this.root = this.own(this.root, path[0]);
    let holder = this.root as Record<string | number, unknown>;
    let last = path[0]!;
    for (let i = 1; i < path.length; i++) {
      const inside = this.own(Object.hasOwn(holder, last) ? holder[last] : undefined, path[i]);
      define(holder, last, inside);
      holder = inside as Record<string | number, unknown>;
      last = path[i]!;
    }
    if (value !== undefined) define(holder, last, value);
    else if (Array.isArray(holder)) holder.splice(last as number, 1);
    else Reflect.deleteProperty(holder, last);
  }

  private own(value: unknown, step: string | number | undefined): unknown {
    if (this.copied.has(value)) return value;
    const isObject = typeof value === 'object' && value !== null;
    const copy: object = !isObject
      ? typeof step === 'number'
        ? []
        : {}
      : Array.isArray(value)
        ? (value as unknown[]).slice()
        : { ...value };
    this.copied.add(copy);
    if (isObject) this.onCopy?.(copy, value);
    return copy;
  }
}

const pointer = (path: string, step: string | number): string =>
  `${path}/${typeof step === 'number' ? step : step.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The steps of a JSON Pointer, RFC 6901. */
export const stepsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * The smallest JSON Patch that turns one document into the other. Skips parts that are the same object.
 *
 * @param path the JSON Pointer with which the paths in the patch begin
 */
export function difference(before: unknown, after: unknown, path = ''): Operation[] {
  const operations: Operation[] = [];
  collect(before, after, path, operations);
  return operations;
}

function collect(before: unknown, after: unknown, path: string, into: Operation[]): void {
  if (Object.is(before, after)) return;
  if (isFields(before) && isFields(after)) {
    for (const key of Object.keys(before)) {
      if (!Object.hasOwn(after, key)) into.push({ op: 'remove', path: pointer(path, key) });
      else if (!Object.is(before[key], after[key])) collect(before[key], after[key], pointer(path, key), into);
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) into.push({ op: 'add', path: pointer(path, key), value: after[key] });
    }
    return;
  }
  const areLists = Array.isArray(before) && Array.isArray(after);
  if (!areLists || !collectElements(before, after, path, into)) into.push({ op: 'replace', path, value: after });
}

/** The maximum length of a list to search for removed elements. */
const SHORT_LIST = 12;

/** @returns false if more than one element was added or removed */
function collectElements(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  into: Operation[],
): boolean {
  const more = after.length - before.length;
  if (more === 0 || more === 1) {
    before.forEach((element, i) => {
      if (!Object.is(element, after[i])) collect(element, after[i], pointer(path, i), into);
    });
    if (more === 1) into.push({ op: 'add', path: pointer(path, '-'), value: after.at(-1) });
    return true;
  }
  if (more !== -1 || before.length > SHORT_LIST) return false;
  const ways = before.map((_, i): Operation[] => [
    { op: 'remove', path: pointer(path, i) },
    ...difference([...before.slice(0, i), ...before.slice(i + 1)], after, path),
  ]);
  into.push(...ways.sort((a, b) => a.length - b.length)[0]!);
  return true;
}
