/**
 * A query as `URLSearchParams` or other pairs of name and value, or as the record that a web framework parses it into.
 */
export type QueryParameters = Iterable<readonly [string, string]> | Readonly<Record<string, unknown>>;

/**
 * The values of each parameter; undefined if `query` is neither pairs nor an object. `undefined` and an empty array
 * count as not sent. Ignores inherited properties.
 */
export function collectParameters(query: unknown): Map<string, unknown[]> | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  return isIterable(query) ? fromPairs(query) : fromRecord(query as Readonly<Record<string, unknown>>);
}

function fromPairs(pairs: Iterable<unknown>): Map<string, unknown[]> | undefined {
  const found = new Map<string, unknown[]>();
  for (const pair of pairs) {
    if (!Array.isArray(pair)) return undefined;
    const [name, value] = pair as readonly unknown[];
    if (typeof name !== 'string') return undefined;
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}

function fromRecord(record: Readonly<Record<string, unknown>>): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const name of Object.keys(record)) {
    const value = record[name];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > 0 && value !== undefined) found.set(name, values);
  }
  return found;
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value && typeof value[Symbol.iterator] === 'function';
}
