/** The operations of JSON Patch (RFC 6902) that documents need. */
export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/**
 * The operations that turn one JSON value into another. Replaces a whole value if that takes less text than the
 * differences.
 */
export function patchOf(from: unknown, to: unknown, path = ''): Operation[] {
  if (isSame(from, to)) return [];
  const inside = insideOf(from, to, path);
  const whole = JSON.stringify([{ op: 'replace', path, value: 0 }]).length - 1 + lengthOf(to);
  return inside !== undefined && JSON.stringify(inside).length < whole ? inside : [{ op: 'replace', path, value: to }];
}

const lengths = new WeakMap<object, number>();

/** The length of a value as JSON; cached for objects, because each is compared with many. */
function lengthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  const known = lengths.get(value) ?? JSON.stringify(value).length;
  lengths.set(value, known);
  return known;
}

/** Whether two values have the same JSON, including the order of keys. */
function isSame(from: unknown, to: unknown): boolean {
  if (from === to) return true;
  if (Array.isArray(from) && Array.isArray(to)) {
    return from.length === to.length && from.every((element, i) => isSame(element, to[i]));
  }
  if (!isObject(from) || !isObject(to)) return JSON.stringify(from) === JSON.stringify(to);
  const [keys, others] = [Object.keys(from), Object.keys(to)];
  return keys.length === others.length && keys.every((key, i) => key === others[i] && isSame(from[key], to[key]));
}

/** The differences inside two arrays, or two objects; undefined for other values. */
function insideOf(from: unknown, to: unknown, path: string): Operation[] | undefined {
  if (Array.isArray(from) && Array.isArray(to)) return elementsOf(from, to, path);
  if (isObject(from) && isObject(to) && !hasPrototypeKey(from) && !hasPrototypeKey(to) && keepsOrder(from, to)) {
    return fieldsOf(from, to, path);
  }
  return undefined;
}

function elementsOf(from: readonly unknown[], to: readonly unknown[], path: string): Operation[] {
  const both = Math.min(from.length, to.length);
  const removed = from.slice(both).map((_, i): Operation => ({ op: 'remove', path: `${path}/${from.length - 1 - i}` }));
  return [
    ...to.slice(0, both).flatMap((element, i) => patchOf(from[i], element, `${path}/${i}`)),
    ...removed,
    ...to.slice(both).map((value): Operation => ({ op: 'add', path: `${path}/-`, value })),
  ];
}

function fieldsOf(from: Json, to: Json, path: string): Operation[] {
  return [
    ...Object.keys(from).flatMap((key): Operation[] =>
      Object.hasOwn(to, key)
        ? patchOf(from[key], to[key], `${path}/${escaped(key)}`)
        : [{ op: 'remove', path: `${path}/${escaped(key)}` }],
    ),
    ...Object.keys(to)
      .filter((key) => !Object.hasOwn(from, key))
      .map((key): Operation => ({ op: 'add', path: `${path}/${escaped(key)}`, value: to[key] })),
  ];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Libraries refuse to set a key with this name, so the patch replaces the whole object. */
const hasPrototypeKey = (value: Json): boolean => Object.hasOwn(value, '__proto__');

/**
 * A patch adds fields after the existing ones. If that would change the key order, the patch replaces the whole object.
 */
function keepsOrder(from: Json, to: Json): boolean {
  const kept = Object.keys(from).filter((key) => Object.hasOwn(to, key));
  return Object.keys(to).slice(0, kept.length).join('\n') === kept.join('\n');
}

/** A key as a token of a JSON Pointer (RFC 6901). */
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
