import fc from 'fast-check';
import { parseListQuery, type QueryParameters } from '../../src/cursor/index.js';
import { CHECKS } from '../../src/cursor/list-query.js';
import { mutated, ODD_CHARACTERS } from './mutate.js';
import { promise, target } from './target.js';

/** A query as a list of parts, so that the report can print a case. */
type Query =
  | { readonly text: string }
  | { readonly pairs: readonly (readonly [string, string])[] }
  | { readonly record: Readonly<Record<string, unknown>> }
  | { readonly value: unknown };

/** The parameters, in the order of issues. Which values are valid is written here again, apart from the parser. */
const KNOWN = [...CHECKS.keys()];

const names = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...KNOWN) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('offset', 'Limit', 'limit[]', '', '__proto__', 'constructor', 'toString', 'length'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);
const values = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '1',
      '7',
      '25',
      '50',
      '51',
      '0',
      '007',
      '00',
      '-1',
      '+5',
      '1e1',
      '0x5',
      '5.0',
      '5n',
      '９',
      '',
    ),
  },
  { weight: 2, arbitrary: fc.integer({ min: -2, max: 60 }).map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'txn_1',
      'a b',
      'a'.repeat(255),
      'a'.repeat(256),
      '9'.repeat(400),
      `${'0'.repeat(400)}5`,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_CHARACTERS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);
const pairs = fc.array(fc.tuple(names, values), { maxLength: 5 });
const queryTexts = mutated(
  pairs.map((list) => new URLSearchParams(list).toString()),
  [
    ...KNOWN.map((name) => `${name}=`),
    'limit=5',
    '&',
    '=',
    '%',
    '%00',
    '%ff',
    '%ED%A0%80',
    '%EF%BC%95',
    '+',
    '5',
    '0',
    '%',
    '&&',
    '[]=',
  ],
);
const odd = fc.oneof(
  values,
  fc.array(values, { maxLength: 2 }),
  fc.constantFrom<unknown>(undefined, null, 5, NaN, true, 5n, {}, [undefined], [[]], { toString: 1 }, Symbol.iterator),
);

const queries = fc.oneof<fc.Arbitrary<Query>[]>(
  queryTexts.map((text) => ({ text })),
  pairs.map((list) => ({ pairs: list })),
  fc.dictionary(names, odd, { maxKeys: 4, noNullPrototype: false }).map((record) => ({ record })),
  fc
    .anything({
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withBoxedValues: true,
      withDate: true,
    })
    .map((value) => ({ value })),
);

function handedOver(query: Query): QueryParameters {
  if ('text' in query) return new URLSearchParams(query.text);
  if ('pairs' in query) return query.pairs;
  return ('record' in query ? query.record : query.value) as QueryParameters;
}

/** The values by parameter name, as the library documents them; undefined for a value that is not a query. */
function sentBy(query: Query): Map<string, unknown[]> | undefined {
  const sent = new Map<string, unknown[]>();
  if ('text' in query || 'pairs' in query) {
    const list = 'text' in query ? [...new URLSearchParams(query.text)] : query.pairs;
    for (const [name, value] of list) sent.set(name, [...(sent.get(name) ?? []), value]);
    return sent;
  }
  if (!('record' in query)) return undefined;
  for (const [name, value] of Object.entries(query.record)) {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (value !== undefined && list.length > 0) sent.set(name, list);
  }
  return sent;
}

const isId = (text: string) =>
  text.length >= 1 && text.length <= 255 && !/[\0-\x1f\x7f-\x9f]/.test(text) && Buffer.from(text).toString() === text;
const isLimit = (text: string) => /^[0-9]+$/.test(text) && BigInt(text) >= 1n && BigInt(text) <= 50n;
const isSound = (name: string, text: string) => (name === 'limit' ? isLimit(text) : isId(text));

/** The names of the parameters that must be refused, in order. */
function refusedIn(sent: Map<string, unknown[]>): string[] {
  const known = KNOWN.filter((name) => {
    const found = sent.get(name);
    return found !== undefined && !(found.length === 1 && typeof found[0] === 'string' && isSound(name, found[0]));
  });
  const unknown = [...sent.keys()].filter((name) => !CHECKS.has(name));
  return [...known, ...unknown.sort((a, b) => (a < b ? -1 : 1))];
}

const parsing = (query: QueryParameters) => () => parseListQuery(query);
const numbered = (size: number, name: (i: number) => string) =>
  Array.from({ length: size }, (_, i): [string, string] => [name(i), 'x']);

export const listQuery = target<Query>({
  name: 'list-query',
  inputs: queries,
  check(query) {
    const result = parseListQuery(handedOver(query));
    if (!result.valid) {
      promise(result.issues.length > 0, 'refused without an issue');
      for (const { field, path, code, message, severity } of result.issues) {
        promise(code === 'invalid_parameter' && severity === 'error', `issue ${code} of severity ${severity}`);
        promise(
          path.join() === field && path.length === (field === '' && path.length === 0 ? 0 : 1),
          `path ${path.join()} of ${field}`,
        );
        promise(message !== '' && Buffer.from(message).toString() === message, `message ${message}`);
      }
    }
    const sent = sentBy(query);
    if (sent === undefined) return;
    const refused = refusedIn(sent);
    const found = result.valid ? [] : result.issues.map(({ field }) => field);
    promise(
      JSON.stringify(found) === JSON.stringify(refused),
      `refused ${JSON.stringify(found)}, expected ${JSON.stringify(refused)}`,
    );
    if (!result.valid) return;
    const parsed: Readonly<Record<string, unknown>> = result.query;
    for (const name of KNOWN) {
      const [text] = sent.get(name) ?? [];
      promise(parsed[name] === (name === 'limit' ? Number(text ?? 25) : text), `${name} ${String(parsed[name])}`);
    }
  },
  growth: [
    {
      name: 'unknown parameters (by number)',
      size: 2048,
      prepare: (size) => parsing(numbered(size, (i) => `p${(i * 7919) % size}`)),
    },
    {
      name: 'unknown parameters with the same beginning (by number)',
      size: 512,
      prepare: (size) => parsing(numbered(size, (i) => `${'p'.repeat(100)}${i}`)),
    },
    {
      name: 'the same parameter repeated (by number)',
      size: 2048,
      prepare: (size) => parsing(numbered(size, () => 'limit')),
    },
    { name: 'a limit with many digits', size: 1 << 16, prepare: (size) => parsing({ limit: '9'.repeat(size) }) },
    { name: 'a limit with many zeros', size: 1 << 16, prepare: (size) => parsing({ limit: `${'0'.repeat(size)}5` }) },
    {
      name: 'a limit with many digits and a letter',
      size: 1 << 16,
      prepare: (size) => parsing({ limit: `${'1'.repeat(size)}x` }),
    },
    { name: 'a long id', size: 1 << 16, prepare: (size) => parsing({ startAfter: 'a'.repeat(size) }) },
    { name: 'a long name', size: 1 << 16, prepare: (size) => parsing({ ['\u0001'.repeat(size)]: 'a' }) },
    {
      name: 'a long query string',
      size: 1 << 14,
      prepare: (size) => () => parseListQuery(new URLSearchParams('&limit=5'.repeat(size / 8))),
    },
  ],
});
