import fc from 'fast-check';
import type { LawPack, Transaction } from 'receipt-rule-packs';
import { invalidTransaction, validTransaction } from 'receipt-rule-packs/testing';
import { setOwn } from '../support/changes';
import { MAX, minorUnits, percentages, quantities } from '../support/numbers';

type Holder = Record<string, unknown>;

/** A copy of the value through JSON, so that schema validators do not see undefined, -0 or NaN. */
export const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function objectsIn(value: unknown, found: Holder[] = []): Holder[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Holder);
  for (const member of Object.values(value)) objectsIn(member, found);
  return found;
}

const FORGOTTEN = ['', ' ', '\ud800', '\u0000', 'SEK', 0, 0.5, -1, 2 ** 53, 1e308, true, null, [], {}, [[]], [null]];
const value = fc.oneof(fc.constantFrom<unknown>(...FORGOTTEN), fc.jsonValue({ maxDepth: 2 }));
const damages = fc.array(
  fc.record({
    where: fc.nat(),
    key: fc.nat(),
    how: fc.constantFrom('put', 'put', 'drop', 'add'),
    value,
    name: fc.string({ maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A document with some values replaced, removed or added. */
const damaged = (pack: LawPack) =>
  fc.tuple(validTransaction(pack, { lines: { max: 4 }, unusual: true }), damages).map(([transaction, list]) => {
    const document = asJson(transaction) as unknown as Holder;
    for (const { where, key, how, value, name } of list) {
      const holders = objectsIn(document);
      const holder = holders[where % holders.length]!;
      const keys = Object.keys(holder);
      // Uses only index 0 of an empty array: a random name such as `length` is not an element.
      const fresh = Array.isArray(holder) ? '0' : name;
      const chosen = keys.length === 0 || (how === 'add' && !Array.isArray(holder)) ? fresh : keys[key % keys.length]!;
      if (how === 'drop' && !Array.isArray(holder)) Reflect.deleteProperty(holder, chosen);
      else setOwn(holder, chosen, asJson(value));
    }
    return document;
  });

/** Documents for comparing structure: valid, with a known mutation, or with arbitrary changes. */
export const structural = (pack: LawPack): fc.Arbitrary<unknown> =>
  fc
    .oneof(
      { weight: 3, arbitrary: validTransaction(pack, { unusual: true }) },
      { weight: 3, arbitrary: invalidTransaction(pack).map(({ document }) => document) },
      { weight: 4, arbitrary: damaged(pack) },
    )
    .map(asJson);

const safe = (number: number): number => Math.max(-MAX, Math.min(MAX, number));
const delta = fc.oneof(fc.constantFrom(1, -1, 2, -2, 3, 50, -50, 51, 100, -100), minorUnits);
const disturbances = fc.array(
  fc.record({ what: fc.nat({ max: 21 }), pick: fc.nat(), delta, quantity: quantities, rate: percentages }),
  { maxLength: 3 },
);
type Disturbance = typeof disturbances extends fc.Arbitrary<(infer T)[]> ? T : never;

/** Documents for comparing figures: the structure is valid, the figures may be wrong. */
export const numerical = (pack: LawPack): fc.Arbitrary<Transaction> =>
  fc
    .tuple(
      validTransaction(pack, { sale: ['home', 'oss', 'union'], unusual: true, productTaxClass: undefined }),
      disturbances,
    )
    .map(([transaction, list]) => {
      const document = structuredClone(transaction);
      for (const disturbance of list) disturb(document, disturbance, pack);
      return asJson(document);
    });

/** Dates on which some law takes effect, and other dates. */
const DAYS = ['2008-12-31', '2009-01-01', '2012-04-30', '2019-12-01', '2022-07-01', '2025-01-01', '2026-06-01'];
const TENDERS = ['cash', 'card', 'mobile', 'transfer', 'other'] as const;

function disturb(document: Transaction, { what, pick, delta, quantity, rate }: Disturbance, { law }: LawPack): void {
  const { items, tax, totals, payment, timestamp } = document;
  // In ISO 4217, XXX means no currency.
  const codes = [...law.currencies.map(({ code }) => code), 'XXX'];
  const coin = 1 + (pick % 6);
  const line = items[pick % items.length]!;
  const entry = tax.summary[pick % Math.max(1, tax.summary.length)];
  const shift = <K extends string>(holder: Partial<Record<K, number>>, key: K) =>
    (holder[key] = safe((holder[key] ?? 0) + delta));
  const changes: readonly (() => unknown)[] = [
    () => shift(line, 'amount'),
    () => shift(line, 'unitPrice'),
    () => shift(line, 'taxAmount'),
    () => (line.discount = { amount: Math.max(1, Math.abs(delta)) }),
    () => (line.quantity = quantity),
    () => (line.taxRate = rate),
    () => (line.taxCategory = 'E'),
    () => shift(totals, 'subtotal'),
    () => shift(totals, 'discount'),
    () => shift(totals, 'tax'),
    () => shift(totals, 'total'),
    () => shift(totals, 'rounding'),
    () => delete totals.rounding,
    () => (entry === undefined ? 0 : shift(entry, pick % 2 === 0 ? 'taxAmount' : 'taxableAmount')),
    () => (pick % 2 === 0 ? tax.summary.pop() : entry === undefined ? 0 : tax.summary.push({ ...entry })),
    () => (pick % 2 === 0 ? (tax.pricesIncludeTax = !tax.pricesIncludeTax) : (payment.method = 'cash')),
    () => (payment.method = TENDERS[pick % TENDERS.length]!),
    () => (document.timestamp = `${DAYS[pick % DAYS.length]}${timestamp.slice(10)}`),
    () => (document.currency = codes[pick % codes.length]!),
    () => (document.customer = { ...document.customer, vatNumber: pick % 2 === 0 ? 'X1' : '' }),
    () => (document.channel = pick % 2 === 0 ? 'ecommerce' : 'pos'),
    // A small total and a small rounding that add up.
    () => Object.assign(totals, { subtotal: coin, rounding: pick % 5, total: coin + (pick % 5) }),
  ];
  changes[what]!();
}
