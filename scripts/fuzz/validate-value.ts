import fc from 'fast-check';
import { documents, registry, SETTINGS } from './receipts.js';
import { checkResult } from './result-promises.js';
import { promise, target } from './target.js';

interface Given {
  readonly document: unknown;
  readonly setting: number;
}

class WithField {
  type = 'sale';
  get settled(): boolean {
    return this.type === 'sale';
  }
}

function cyclic(): unknown {
  const value: Record<string, unknown> = {};
  value.a = [value];
  return value;
}

const anything = fc.anything({
  maxDepth: 3,
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});
/** Created again for each case, because a case freezes the values that it validates. */
const ODD_VALUES: readonly (() => unknown)[] = [
  ...[undefined, NaN, Infinity, -Infinity, -0, 10n, Symbol('s'), globalThis].map((value) => () => value),
  ...[
    () => () => 1,
    () =>
      class {
        x = 1;
      },
    () => new WithField(),
    cyclic,
    () => new Date(NaN),
    () => /x/,
    () => new Error('x'),
  ],
  ...[
    () => new Proxy({}, {}),
    () => new Proxy([], {}),
    () => new Array<number>(5),
    () => new Array<number>(2 ** 32 - 1),
  ],
  ...[() => Object.create({ type: 'sale' }) as unknown, () => new (class extends Array {})(), () => new Uint8Array(3)],
  ...[() => new String('x'), () => new WeakMap(), () => Promise.resolve(1), () => Object.assign([1], { a: 1 })],
];
const odd = fc.oneof(
  { weight: 5, arbitrary: anything },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_VALUES).map((make) => make()) },
);
const keys = fc.constantFrom(
  'type',
  'items',
  'tax',
  'totals',
  'metadata',
  'extensions',
  'vendor',
  'timestamp',
  'payment',
  'profileId',
  'x',
);

/** Receipts with values that JSON lacks. */
const mixed = fc
  .tuple(documents, fc.array(fc.tuple(keys, fc.nat(3), odd), { minLength: 1, maxLength: 3 }))
  .map(([document, places]) => {
    if (typeof document !== 'object' || document === null) return document;
    // A shrinking case may contain parts that an earlier run froze.
    const own = structuredClone(document) as Record<string, unknown>;
    for (const [key, depth, value] of places) put(own, key, depth, value);
    return own;
  });

/** Sets a field of the document, or of an object inside it. */
function put(object: Record<string, unknown>, key: string, depth: number, value: unknown): void {
  const inner = object[key];
  if (depth === 0 || !isPlain(inner)) {
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  } else {
    put(inner, Object.keys(inner)[depth % 2] ?? 'x', depth - 1, value);
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
  );
}

/** Freezes an object, so that every write to it throws. */
function freeze(value: unknown, levels = 6): void {
  if (typeof value !== 'object' || value === null || levels === 0 || ArrayBuffer.isView(value) || value === globalThis)
    return;
  Object.freeze(value);
  for (const key of Object.keys(value).slice(0, 50)) freeze((value as Record<string, unknown>)[key], levels - 1);
}

export const validateValue = target<Given>({
  name: 'validate-value',
  inputs: fc.record({
    document: fc.oneof({ weight: 1, arbitrary: odd }, { weight: 4, arbitrary: mixed }),
    setting: fc.nat(SETTINGS.length - 1),
  }),
  check({ document, setting }) {
    const { business, options } = SETTINGS[setting]!;
    freeze(document);
    const result = registry.validate(document, business, options);
    checkResult(result, options.maxIssues);
    promise(!result.valid || result.transaction === document, "the result's transaction is not the same object");
    const schema = registry.standardSchema(business, options)['~standard'].validate(document);
    promise(
      !(schema instanceof Promise) && (schema.issues === undefined) === result.valid,
      'the Standard Schema interface gives a different result',
    );
  },
  growth: [],
});
