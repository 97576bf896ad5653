/** Reads documents, and accepts any value. A value is treated as absent if reading it throws. */

/** Steps from the document to one of its values. */
export type Path = readonly (string | number)[];

/** The value of an own property. */
export function at(value: unknown, key: string | number): unknown {
  try {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Readonly<Record<string | number, unknown>>)[key];
  } catch {
    return undefined;
  }
}

export function atPath(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(at, value);
}

/** The text at a key; undefined if absent or empty. */
export function textAt(value: unknown, key: string): string | undefined {
  const text = at(value, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Whether an optional field has a value. An empty string is treated as absent. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== '';
}

/** The length of an array; 0 for any other value. */
export function lengthOf(value: unknown): number {
  try {
    return Array.isArray(value) ? value.length : 0;
  } catch {
    return 0;
  }
}

/** The first elements of an array; none for any other value. */
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
