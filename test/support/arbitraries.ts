import fc from 'fast-check';
import type { LineItem, TaxCategory, TaxSummaryEntry, Transaction } from 'receipt-rule-packs';
import euVatRates from '../../src/tax/eu-vat-rates.json' with { type: 'json' };
import { ceiling, floor, lineAmount, rounded, vat } from './rational';

type Type = Transaction['type'];
type Tender = Transaction['payment']['method'];

export const TYPES: readonly Type[] = ['sale', 'refund', 'void', 'credit_note', 'exchange'];
export const TENDERS: readonly Tender[] = ['cash', 'card', 'mobile', 'transfer', 'other'];
const SE_RATES = [25, 12, 6, 0];
const UNTAXED: readonly TaxCategory[] = ['Z', 'E', 'O'];
const OSS_TABLES = Object.entries(euVatRates.countries).filter(([country]) => country !== 'SE');

/** What a valid document may be held to. */
export interface Wanted {
  readonly types?: readonly Type[];
  readonly tenders?: readonly Tender[];
  /** `SE_MOMS`, OSS to a member state, or OSS to a country outside the Union. */
  readonly sales?: readonly ('home' | 'oss' | 'abroad')[];
  /** At least one line under reverse charge. */
  readonly reverseCharge?: boolean;
  readonly discounted?: boolean;
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('Räksmörgås', 'Kaffe ☕', '🧾', 'ﷺ', 'a\u0000b', '\ud800', '"\\', '__proto__', ' '),
);
const name = text.filter((value) => value !== '');
const identity = fc
  .oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.constantFrom('biz_1', 'ö', '🧾', '0', '\n'))
  .filter((value) => !value.includes('\u0000') && !/\p{Surrogate}/u.test(value));
const free = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

interface LineSketch {
  readonly quantity: number;
  readonly unitPrice: number;
  readonly discount: number | undefined;
  readonly up: boolean;
  readonly returned: boolean;
  readonly rate: number;
  readonly category: number;
  readonly name: string;
  readonly more: Pick<LineItem, 'unit' | 'category' | 'sku'>;
}

const factors = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ quantity: fc.integer({ min: 0, max: 20 }), unitPrice: fc.nat({ max: 200_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      quantity: fc.nat({ max: 20_000 }).map((grams) => grams / 1000),
      unitPrice: fc.nat({ max: 100_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      quantity: fc.double({ min: 0, max: 100, noNaN: true }),
      unitPrice: fc.nat({ max: 10_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { quantity: 1, unitPrice: 2 ** 49 },
      { quantity: 1e-7, unitPrice: 15_000_000 },
      { quantity: 5e-324, unitPrice: 1 },
      { quantity: 1e308, unitPrice: 0 },
    ),
  },
);

const lineSketch = (discounted: boolean): fc.Arbitrary<LineSketch> =>
  fc
    .record({
      factors,
      discount: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined, freq: discounted ? 50 : 1 }),
      up: fc.boolean(),
      returned: fc.boolean(),
      rate: fc.nat(),
      category: fc.nat(),
      name,
      more: fc.record({ unit: optional(text), category: optional(text), sku: optional(text) }),
    })
    .map(({ factors: { quantity, unitPrice }, discount, ...rest }) => {
      const gross = floor(lineAmount(quantity, unitPrice, 0));
      const share = discount === undefined ? undefined : Math.floor(Number(gross) * discount);
      return { quantity, unitPrice, discount: share === undefined || share < 1 ? undefined : share, ...rest };
    });

interface Sketch {
  readonly type: Type;
  readonly tender: Tender;
  readonly sale: 'home' | 'oss' | 'abroad';
  readonly destination: number;
  readonly including: boolean;
  readonly lines: readonly LineSketch[];
  readonly perGroup: boolean;
  readonly rounding: 'none' | 'zero' | 'krona';
  readonly tieUp: boolean;
  readonly last4: string | undefined;
  readonly linked: Transaction['linkedTransaction'];
  readonly sequenceNumber: number | string;
  readonly controlCode: string;
  readonly root: Partial<Transaction> & { schemaVersion?: unknown };
  readonly customer: Transaction['customer'];
  readonly locationName: string | undefined;
  readonly shuffle: number;
}

const DATES = [
  '2026-11-21T10:00:00+01:00',
  '2024-02-29T23:59:59.999Z',
  '0001-01-01T00:00:00-23:59',
  '9999-12-31T23:59:59.123456789+14:00',
];

const sketch = ({
  types = TYPES,
  tenders = TENDERS,
  sales = ['home', 'home', 'oss', 'abroad'],
  discounted = false,
}: Wanted) =>
  fc.record<Sketch>({
    type: fc.constantFrom(...types),
    tender: fc.constantFrom(...tenders),
    sale: fc.constantFrom(...sales),
    destination: fc.nat(),
    including: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    lines: fc.array(lineSketch(discounted), { minLength: 1, maxLength: 8 }),
    perGroup: fc.boolean(),
    rounding: fc.constantFrom('none', 'zero', 'krona'),
    tieUp: fc.boolean(),
    last4: optional(fc.constantFrom('0000', '4242')),
    linked: optional(
      fc.record({
        originalTransactionId: name,
        reason: optional(
          fc.constantFrom('returned', 'defective', 'overcharge', 'price_adjustment', 'duplicate', 'other'),
        ),
        note: optional(text),
      }),
    ),
    sequenceNumber: fc.oneof(fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER), name),
    controlCode: fc.oneof(name, fc.constant('SUFMLQIBGESA5GZPENDD3MBH2Y7GZANZ;52C6QLGD2QVYVCKXIHIVYGF746')),
    root: fc.record({
      settled: fc.boolean(),
      receiptNumber: name,
      timestamp: fc.constantFrom(...DATES),
      profileId: optional(fc.constant('se-receipt-1')),
      documentTier: optional(fc.constant('receipt')),
      schemaVersion: optional(fc.jsonValue()),
      locale: optional(fc.constantFrom('sv-SE', 'en', 'de-CH-1996', 'i-klingon')),
      metadata: optional(free),
      channel: optional(text),
    }),
    customer: optional(
      fc.record({
        name: optional(text),
        email: optional(text),
        orgNumber: optional(text),
        vatNumber: optional(text),
        country: optional(text),
      }),
    ),
    locationName: optional(text),
    shuffle: fc.nat(),
  });

/** Documents that are valid by construction for a Swedish business with one location. */
export function validTransaction(wanted: Wanted = {}): fc.Arbitrary<Transaction> {
  return fc
    .tuple(sketch(wanted), identity, identity, identity)
    .map(([drawn, ...ids]) => shuffled(defined(assemble(drawn, ids, wanted)), drawn.shuffle) as Transaction);
}

function assemble(drawn: Sketch, [vendor, platform, externalId]: string[], { reverseCharge = false }: Wanted): object {
  const { type, including, sale, destination } = drawn;
  const [country, table] = sale === 'oss' ? OSS_TABLES[destination % OSS_TABLES.length]! : ['NO', []];
  const rates = sale === 'home' ? SE_RATES : sale === 'oss' ? table.map(({ rate }) => rate) : [25, 7.77, 0];
  const items = drawn.lines.map((line, i) => lineOf(line, rates, drawn, reverseCharge && i === 0));
  const summary = summaryOf(items, drawn);
  const subtotal = sum(items.map(({ amount }) => amount));
  const tax = sum(summary.map(({ taxAmount }) => taxAmount));
  const net = type === 'void' ? 0 : subtotal + (including ? 0 : tax);
  const rounding = roundingOf(net, drawn);
  const oss = sale !== 'home';
  return {
    ...drawn.root,
    type,
    currency: 'SEK',
    ...(oss ? { channel: 'ecommerce' } : {}),
    vendor: { id: vendor, locationName: drawn.locationName },
    items,
    tax: {
      scheme: oss ? 'EU_VAT' : 'SE_MOMS',
      pricesIncludeTax: including,
      reverseCharge: items.some(({ taxCategory }) => taxCategory === 'AE') ? true : undefined,
      summary,
    },
    totals: {
      subtotal,
      discount: sum(items.map(({ discount }) => discount?.amount ?? 0)),
      tax,
      rounding,
      total: net + (rounding ?? 0),
    },
    payment: { method: drawn.tender, last4: drawn.last4 },
    source: { platform, externalId },
    customer: oss ? { ...drawn.customer, country } : drawn.customer,
    linkedTransaction: type === 'sale' ? drawn.linked : (drawn.linked ?? { originalTransactionId: 'txn_1' }),
    extensions: {
      se: {
        controlUnitId: 'TESTCUSE000000001',
        controlCode: drawn.controlCode,
        sequenceNumber: drawn.sequenceNumber,
        more: [null],
      },
      other: { '': 1 },
    },
  };
}

function lineOf(line: LineSketch, rates: readonly number[], { type, including }: Sketch, reverse: boolean): LineItem {
  const quantity = type === 'exchange' && line.returned ? -line.quantity : line.quantity;
  const exact = lineAmount(quantity, line.unitPrice, line.discount ?? 0);
  const amount = Number(line.up ? ceiling(exact) : floor(exact));
  const taxRate = reverse ? 0 : rates[line.rate % rates.length]!;
  const taxCategory = reverse ? 'AE' : taxRate > 0 ? 'S' : UNTAXED[line.category % UNTAXED.length]!;
  return {
    name: line.name,
    quantity,
    unitPrice: line.unitPrice,
    amount,
    taxRate,
    taxCategory,
    taxAmount: Number(rounded(vat(amount, taxRate, including)!)),
    discount:
      line.discount === undefined ? undefined : { amount: line.discount, description: line.up ? 'Rabatt' : undefined },
    ...line.more,
  };
}

function summaryOf(items: readonly LineItem[], { including, perGroup, shuffle }: Sketch): TaxSummaryEntry[] {
  const entries = new Map<string, LineItem[]>();
  for (const item of items)
    entries.set(`${item.taxRate} ${item.taxCategory}`, [
      ...(entries.get(`${item.taxRate} ${item.taxCategory}`) ?? []),
      item,
    ]);
  const summary = [...entries.values()].map((lines): TaxSummaryEntry => {
    const { taxRate: rate, taxCategory: category } = lines[0]!;
    const amount = sum(lines.map((line) => line.amount));
    const taxAmount = perGroup
      ? Number(rounded(vat(amount, rate, including)!))
      : sum(lines.map((line) => line.taxAmount));
    return { rate, category, taxableAmount: including ? amount - taxAmount : amount, taxAmount };
  });
  return shuffle % 2 === 0 ? summary : summary.reverse();
}

/** To the nearest krona, a tie either way. */
function roundingOf(net: number, { tender, rounding, tieUp }: Sketch): number | undefined {
  if (rounding === 'none' && tender !== 'cash') return undefined;
  if (rounding === 'zero' && tender !== 'cash') return 0;
  const above = ((net % 100) + 100) % 100;
  return above < 50 || (above === 50 && !tieUp) ? -above : 100 - above;
}

const sum = (values: readonly number[]): number => Number(values.reduce((total, value) => total + BigInt(value), 0n));

/** Leaves out the fields that are undefined, at every depth. */
function defined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(defined);
  const kept = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept.map(([key, member]) => [key, defined(member)]));
}

/** The same with the keys of every object in another order; those of metadata and extensions included. */
function shuffled(value: unknown, salt: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => shuffled(member, salt));
  const rank = (key: string) =>
    [...key].reduce((hash, c) => Math.imul(hash ^ c.codePointAt(0)!, 16777619) >>> 0, salt >>> 0);
  const entries = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b));
  return Object.fromEntries(entries.map(([key, member]) => [key, shuffled(member, salt)]));
}
