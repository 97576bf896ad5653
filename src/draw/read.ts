/** Reading of documents that may be anything at all: what throws when it is looked at is taken as absent. */

/** Steps from the document to one of its values. */
export type Path = readonly (string | number)[];

/** The own value of a key. */
export function at(value: unknown, key: string | number): unknown {
  try {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Readonly<Record<string | number, unknown>>)[key];
  } catch {
    return undefined;
  }
}

/** The value that a path leads to. */
export function atPath(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(at, value);
}

/** The text of a key; undefined where there is none, or an empty one. */
export function textAt(value: unknown, key: string): string | undefined {
  const text = at(value, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Whether a field that may be left out holds something; an empty text is nothing. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== '';
}

/** How many elements a value has that is an array; 0 for any other. */
export function lengthOf(value: unknown): number {
  try {
    return Array.isArray(value) ? value.length : 0;
  } catch {
    return 0;
  }
}

/** The first elements of a value that is an array; none for any other. */
export function listOf(value: unknown, most: number): unknown[] {
  return Array.from({ length: Math.min(lengthOf(value), most) }, (_, i) => at(value, i));
}

/** The first keys of an object. */
export function keysOf(value: unknown, most: number): string[] {
  try {
    return typeof value === 'object' && value !== null ? Object.keys(value).slice(0, most) : [];
  } catch {
    return [];
  }
}
