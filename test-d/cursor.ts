import {
  compareNewestFirst,
  instantMicros,
  iterateTransactions,
  parseListQuery,
  toPage,
  UsageError,
  type ListQuery,
  type Page,
} from 'receipt-rule-packs/cursor';
import { holds, type Equal } from './holds.js';

const read = parseListQuery({ limit: '10' });
if (read.valid) holds<Equal<typeof read.query, ListQuery>>();
// @ts-expect-error valid has not been checked
read.query.limit.toFixed();
// @ts-expect-error a number is not a query
parseListQuery(5);
const rows = [{ id: 'a', timestamp: '2026-11-21T10:00:00Z', total: 5 }];
rows.sort(compareNewestFirst);
compareNewestFirst(rows[0]!, rows[0]!).toFixed();
// @ts-expect-error a row must have an id
compareNewestFirst({ timestamp: '' }, { timestamp: '' });
const micros = instantMicros('2026-11-21T10:00:00Z');
holds<Equal<typeof micros, bigint>>();
// @ts-expect-error a timestamp is a string
instantMicros(new Date());
const page = toPage(rows, 25);
holds<Equal<(typeof page)['data'][number], (typeof rows)[number]>>();
// @ts-expect-error rows must have an id
toPage([{ total: 5 }], 25);
// @ts-expect-error the limit is missing
toPage(rows);
declare const fetchPage: (query: ListQuery) => Promise<Page<{ total: number }>>;
const all = iterateTransactions(fetchPage, { limit: 50, startAfter: undefined });
holds<Equal<typeof all, AsyncGenerator<{ total: number }, void, undefined>>>();
// @ts-expect-error null is not an id
iterateTransactions(fetchPage, { startAfter: null });
// @ts-expect-error a page must also have hasMore and nextCursor
iterateTransactions(() => ({ data: [] }));
// @ts-expect-error the name of the argument is missing
new UsageError('invalid_argument');
