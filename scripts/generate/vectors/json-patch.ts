/** An operation of JSON Patch (RFC 6902), as far as documents need them. */
export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/**
 * The operations that turn one JSON value into another. Arrays of another length are replaced whole, since a reader sees
 * more by that than by a list of moves.
 */
export function patchOf(from: unknown, to: unknown, path = ''): Operation[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    return from.flatMap((element: unknown, i) => patchOf(element, to[i], `${path}/${i}`));
  }
  if (isObject(from) && isObject(to) && !hasPrototypeKey(from) && !hasPrototypeKey(to) && keepsOrder(from, to)) {
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
  return [{ op: 'replace', path, value: to }];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Libraries refuse to set a key of this name, so an object that has it is given whole. */
const hasPrototypeKey = (value: Json): boolean => Object.hasOwn(value, '__proto__');

/** Fields that are added go behind those that are there: where that is another order, the object is given whole. */
function keepsOrder(from: Json, to: Json): boolean {
  const kept = Object.keys(from).filter((key) => Object.hasOwn(to, key));
  return Object.keys(to).slice(0, kept.length).join('\n') === kept.join('\n');
}

/** A key as a token of a JSON Pointer (RFC 6901). */
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
