import { expect, it } from 'vitest';
import { countAttempt, countRejection, countWrite, fieldName, type Counting } from '../../src/counters/counted.js';

/** Records counts by subject and kind of occurrence. */
function recorder(): { counting: Counting; counted: () => Record<string, number> } {
  const counted: Record<string, number> = {};
  const count: Counting['count'] = (_, subjects, what) => {
    for (const subject of subjects) counted[`${subject} ${what}`] = (counted[`${subject} ${what}`] ?? 0) + 1;
  };
  return { counting: { count }, counted: () => counted };
}

const WRITER = { appId: 'app', business: { id: 'biz' } };

it('countAttempt counts the result and the latency and, after a failed last attempt, the delivery as given up', () => {
  const { counting, counted } = recorder();
  const at = new Date();
  const body = JSON.stringify({ eventId: 'evt', createdAt: new Date(at.getTime() - 20).toISOString(), data: {} });
  const about = { delivery: { businessId: 'biz', endpointId: 'ep', round: 1, body }, at };
  countAttempt(counting, { ...about, attempt: { errorClass: null, durationMs: 5 }, isLast: true });
  countAttempt(counting, { ...about, attempt: { errorClass: 'timeout', durationMs: 10_001 }, isLast: false });
  countAttempt(counting, { ...about, attempt: { errorClass: 'timeout', durationMs: 10_000 }, isLast: true });
  const all = (what: string, n: number) => ({ [`all ${what}`]: n, [`endpoint:ep ${what}`]: n });
  const also = (what: string, n: number) => ({ ...all(what, n), [`business:biz ${what}`]: n });
  expect(counted()).toEqual({
    ...also('attempt.delivered', 1),
    ...also('attempt.timeout', 2),
    ...also('given_up', 1),
    ...all('latency.5', 1),
    ...all('latency.more', 1),
    ...all('latency.10000', 1),
    ...all('delay.25', 1),
  });
});

it.each([
  ['a redelivery', 2, '{"createdAt":"2026-11-21T10:00:00.000Z"}'],
  ['an envelope without a time', 1, '{"data":{"createdAt":"2026-11-21T10:00:00.000Z"}}'],
  ['an envelope with an invalid time', 1, '{"createdAt":"soon"}'],
])('the time from write to delivery is not counted for %s', (_, round, body) => {
  const { counting, counted } = recorder();
  const delivery = { businessId: 'biz', endpointId: 'ep', round, body };
  countAttempt(counting, { delivery, at: new Date(), attempt: { errorClass: null, durationMs: 5 }, isLast: false });
  expect(Object.keys(counted()).filter((key) => key.includes('delay'))).toEqual([]);
});

it('a write is counted for its app and business if they are known', () => {
  const { counting, counted } = recorder();
  countWrite(counting, WRITER, 'created');
  countWrite(counting, undefined, 'unauthorized');
  expect(counted()).toEqual({
    'all write.created': 1,
    'app:app write.created': 1,
    'business:biz write.created': 1,
    'all write.unauthorized': 1,
  });
});

it('a rejection is counted once for each rule, code and field, however many issues it has', () => {
  const { counting, counted } = recorder();
  countRejection(counting, WRITER, [
    { field: 'items[0].taxRate', code: 'tax_rate_not_allowed', rule: 'tax-rates' },
    { field: 'items[1].taxRate', code: 'tax_rate_not_allowed', rule: 'tax-rates' },
    { field: 'mine', code: 'unknown_field' },
  ]);
  const subjects = [
    'code:tax_rate_not_allowed',
    'code:unknown_field',
    'field:items[].taxRate',
    'field:*',
    'rule:tax-rates',
  ];
  const whose = ['all', 'app:app', 'business:biz'];
  expect(counted()).toEqual({
    ...Object.fromEntries(subjects.map((subject) => [`${subject} rejected`, 1])),
    ...Object.fromEntries(whose.flatMap((of) => subjects.map((subject) => [`${of} rejected.${subject}`, 1]))),
    ...Object.fromEntries(subjects.map((subject) => [`${subject} rejected.app:app`, 1])),
    ...Object.fromEntries(subjects.map((subject) => [`${subject} rejected.business:biz`, 1])),
    ...Object.fromEntries(whose.map((of) => [`${of} rejected.app:app`, 1])),
  });
});

it.each([
  ['', ''],
  ['totals.tax', 'totals.tax'],
  ['items[12].taxRate', 'items[].taxRate'],
  ['items[0]["odd key"]', 'items[].*'],
  ['["a.b[0]\\"]"].total', '*'],
  ['itmes[0]', '*'],
  ['totals.mine', 'totals.*'],
  ['metadata.mine[3].total', 'metadata'],
  ['vendor.extensions.items', 'vendor.extensions'],
  ['total.total.total.total.total.total.total.total', 'total.total.total.total.total.total.*'],
])('the field %j is counted as %j', (field, name) => {
  expect(fieldName(field)).toBe(name);
});
