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

/** Whether two values are the same JSON. Parts that are the same object are not walked. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSame((a as Fields)[key], (b as Fields)[key]));
}

/** Sets a field as JSON.parse does: `__proto__` is a field like any other. */
function define(target: object, key: string | number, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * A changed copy of a document, which shares everything unchanged with it: identity still tells which lines are the
 * same.
 */
export class Revision {
  private root: unknown;
  private readonly copied = new Set<unknown>();

  /** @param onCopy told of each object that is copied */
  constructor(
    document: unknown,
    private readonly onCopy?: (copy: object, original: object) => void,
  ) {
    this.root = document;
  }

  get document(): unknown {
    return this.root;
  }

  /** Sets the value at a path, or removes it if the value is undefined. Objects on the way are made if absent. */
  set(path: Path, value: unknown): void {
    this.root = this.own(this.root, path[0]);
    let holder = this.root as Record<string | number, unknown>;
    path.slice(0, -1).forEach((step, i) => {
      const inside = this.own(Object.hasOwn(holder, step) ? holder[step] : undefined, path[i + 1]);
      if (holder[step] !== inside) define(holder, step, inside);
      holder = inside as Record<string | number, unknown>;
    });
    const last = path.at(-1)!;
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

const pointer = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The steps of a JSON Pointer, RFC 6901. */
export const stepsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The least JSON Patch that turns one document into the other. */
export function difference(before: unknown, after: unknown, path: Path = []): Operation[] {
  if (isSame(before, after)) return [];
  if (isFields(before) && isFields(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key): Operation[] => {
      if (!Object.hasOwn(after, key)) return [{ op: 'remove', path: pointer([...path, key]) }];
      if (!Object.hasOwn(before, key)) return [{ op: 'add', path: pointer([...path, key]), value: after[key] }];
      return difference(before[key], after[key], [...path, key]);
    });
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const operations = elementDifference(before, after, path);
    if (operations !== undefined) return operations;
  }
  return [{ op: 'replace', path: pointer(path), value: after }];
}

/** Undefined if more than one element was added or removed. */
function elementDifference(before: unknown[], after: unknown[], path: Path): Operation[] | undefined {
  if (before.length === after.length) {
    return before.flatMap((element, i) => difference(element, after[i], [...path, i]));
  }
  if (after.length === before.length + 1 && isSame(before, after.slice(0, -1))) {
    return [{ op: 'add', path: pointer([...path, '-']), value: after.at(-1) }];
  }
  if (after.length === before.length - 1) {
    const removed = before.findIndex((element, i) => !isSame(element, after[i]));
    if (isSame([...before.slice(0, removed), ...before.slice(removed + 1)], after))
      return [{ op: 'remove', path: pointer([...path, removed]) }];
  }
  return undefined;
}
