import fc from 'fast-check';

/** Arbitrary values for a field, including unusual ones. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    maxDepth: 3,
    withBigInt: true,
    withDate: true,
    withNullPrototype: true,
    withObjectString: true,
    withSparseArray: true,
    withTypedArray: true,
    withMap: true,
  }),
  fc.constantFrom(
    NaN,
    Infinity,
    -0,
    1e308,
    5e-324,
    2 ** 53,
    -(2 ** 53),
    0.1 + 0.2,
    '',
    '5',
    null,
    undefined,
    true,
    [],
    {},
  ),
);

/** A copy of a document or draft with some values replaced, at any depth. */
export function spoiled(documents: fc.Arbitrary<object>): fc.Arbitrary<Record<string, unknown>> {
  const change = fc.tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), anything);
  return fc.tuple(documents, fc.array(change, { minLength: 1, maxLength: 4 })).map(([document, changes]) => {
    const copy = structuredClone(document) as Record<string, unknown>;
    for (const [steps, value] of changes) put(copy, steps, value);
    return copy;
  });
}

/** Optional fields that may be added. */
const ABSENT = ['discounts', 'charges', 'tip', 'totals', 'discount', 'taxAmount', 'amount'];

function put(target: object, [first, ...rest]: readonly number[], value: unknown): void {
  const keys = [...Object.keys(target), ...(Array.isArray(target) ? [] : ABSENT)];
  const key = keys[first! % Math.max(1, keys.length)];
  if (key === undefined) return;
  const inside = (target as Record<string, unknown>)[key];
  // Typed arrays only accept numbers.
  const isObject = typeof inside === 'object' && inside !== null && !ArrayBuffer.isView(inside);
  if (rest.length > 0 && isObject) put(inside, rest, value);
  else (target as Record<string, unknown>)[key] = value;
}
