import fc from 'fast-check';
import { complete } from '../complete/complete.js';
import { readReceiptExtra } from '../complete/receipt-extra.js';
import { toLocalTimestamp } from '../complete/to-local-timestamp.js';
import type { Completion, DraftLine, DraftTender, SaleDraft } from '../complete/types.js';
import type { LineItem, Payment, Tender, Transaction } from '../document/types.generated.js';
import type { Shop } from '../engine/shop.js';
import { currencyDecimals, decimalText } from '../money/decimal.js';
import type { LawPack } from '../rule/types.js';
import { UsageError } from '../usage/usage-error.js';
import { daysAfter, localDay } from './days.js';
import { lineBounds, valuesOf, type DateRange, type TransactionOptions } from './options.js';
import { documents } from './valid-transaction.js';

/** A line of a neutral sale. */
export interface NeutralLine {
  /** Unique within the sale. */
  readonly key: string;
  readonly name: string;
  /** A whole number of pieces, or kilograms with at most three decimals; negative for returned goods. */
  readonly quantity: number;
  /** `kg` for weighed goods. */
  readonly unit?: 'kg' | undefined;
  /**
   * Price of one unit, decimal text in major units with at least as many decimals as the currency: `'19.90'`,
   * `'1.899'`.
   */
  readonly price: string;
  /** The unit price in minor units; undefined if it has more decimals than the currency. */
  readonly unitPrice: number | undefined;
  /** Minor units above 0, for all units of the line; undefined for none. */
  readonly discount: number | undefined;
  /** Percent. */
  readonly taxRate: number;
  readonly taxCategory: LineItem['taxCategory'];
}

/** A platform-independent sale as a till records it, and the document that a mapper must return for it. */
export interface NeutralSale {
  readonly receiptNumber: string;
  /** Local time in the law's time zone, with offset. */
  readonly timestamp: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly NeutralLine[];
  /** At least one. The amounts, in minor units, add up to totals.total. */
  readonly tenders: readonly Tender[];
  readonly document: Transaction;
}

/**
 * Constraints on neutral sales, like those on documents in `validTransaction`. An absent option allows every legal
 * value.
 */
export interface NeutralSaleOptions extends Pick<
  TransactionOptions,
  'tender' | 'rates' | 'lines' | 'pricesIncludeTax' | 'discounted' | 'weighed' | 'returned' | 'plainText'
> {
  /** If true, the first price has more decimals than the currency; if false, no price has. */
  readonly decimals?: boolean | undefined;
  /** false: every sale has one tender. */
  readonly splitTenders?: boolean | undefined;
  /** Local dates. Default: the five years before the law was reviewed. */
  readonly timestamps?: DateRange | undefined;
}

/** Names of goods; because they are so few, some sales have two lines with the same name. */
const PLAIN_GOODS = ['Coffee', 'Bread', 'Milk', 'Book', 'Soap', 'Apples'];
const GOODS = [...PLAIN_GOODS, 'Kaffe ☕', 'Räksmörgås'];

/** The generated parts of a line. The name, rate and category come from a generated document. */
interface Parts {
  readonly pieces: number;
  readonly grams: number;
  /** Minor units. */
  readonly price: number;
  /** Digits after the currency's decimals. */
  readonly finer: string;
  readonly isWeighed: boolean;
  readonly isReturned: boolean;
  /** Percent of the gross amount; undefined for none. */
  readonly discount: number | undefined;
}

interface SaleParts {
  readonly base: Transaction;
  readonly lines: readonly Parts[];
  /** The number of seconds since the start of the local day. */
  readonly second: number;
  readonly methods: readonly Payment['method'][];
  /** Percent paid by the first of two tenders; undefined for one tender. */
  readonly split: number | undefined;
  /** How much more cash was handed over than was due, in multiples of `step`; undefined if not recorded. */
  readonly over: number | undefined;
  /** The largest cash rounding increment; 1 without cash rounding. */
  readonly step: number;
}

const sometimes = (isIt: boolean | undefined, others = 5) =>
  isIt === undefined ? fc.nat({ max: others }).map((one) => one === others) : fc.constant(isIt);

const partsOf = (options: NeutralSaleOptions, isFirst: boolean): fc.Arbitrary<Parts> => {
  const wanted = (option: boolean | undefined) => (isFirst || option === false ? option : undefined);
  const percent = fc.integer({ min: 1, max: 60 });
  const isDiscounted = wanted(options.discounted);
  const drawn = fc.record({
    pieces: fc.integer({ min: 1, max: 9 }),
    grams: fc.integer({ min: 51, max: 9999 }).map((grams) => grams + (grams % 1000 === 0 ? 1 : 0)),
    price: fc.oneof(fc.integer({ min: 100, max: 2_000 }), fc.integer({ min: 100, max: 50_000 })),
    isFiner: sometimes(wanted(options.decimals), 2),
    finer: fc.constantFrom('9', '5', '99', '125'),
    isWeighed: sometimes(wanted(options.weighed)),
    isReturned: sometimes(wanted(isDiscounted === true ? (options.returned ?? false) : options.returned), 11),
    discount:
      isDiscounted === false
        ? fc.constant(undefined)
        : isDiscounted === true
          ? percent
          : fc.option(percent, { nil: undefined, freq: 2 }),
  });
  // Piece goods are not priced in fractions of a minor unit.
  return drawn.map(({ isFiner, finer, ...parts }): Parts => ({
    ...parts,
    finer: isFiner && (parts.isWeighed || wanted(options.decimals) === true) ? finer : '',
  }));
};

const SECONDS = fc.oneof(
  fc.integer({ min: 32_400, max: 72_000 }),
  // At these times, it can be a different day in UTC.
  fc.nat({ max: 3_599 }),
  fc.integer({ min: 82_800, max: 86_399 }),
);

const METHODS: readonly Payment['method'][] = ['card', 'cash', 'mobile'];

/**
 * Sales as a till records them, with decimal prices and tenders, each with the document that a mapper must return for
 * it. To test a mapper, you only need to write the sale in the platform's format. Every rate is in force on the day of
 * the sale. Sales shrink to a single simple line.
 *
 * @param shop the shop, whose pack defines the rates, currency and time zone, and whose options define how the document
 * is rounded
 * @throws UsageError if the shop's pack has no law, and for unknown options and wrong values
 */
export function neutralSales(shop: Shop, pack: LawPack, options: NeutralSaleOptions): fc.Arbitrary<NeutralSale> {
  const { max } = lineBounds(options);
  const methods = valuesOf(options.tender) ?? METHODS;
  const step = Math.max(1, ...pack.law.cashRounding.map(({ increment }) => increment));
  return fc
    .record({
      base: documents(pack, baseOptions(shop, pack, options), { spare: 0, small: true }),
      lines: fc
        .tuple(partsOf(options, true), fc.array(partsOf(options, false), { minLength: max - 1, maxLength: max - 1 }))
        .map(([first, others]) => [first, ...others]),
      second: SECONDS,
      isTie: sometimes(undefined, 3),
      methods: fc.shuffledSubarray([...methods], { minLength: Math.min(2, methods.length) }),
      split:
        options.splitTenders === false
          ? fc.constant(undefined)
          : fc.option(fc.integer({ min: 10, max: 90 }), { nil: undefined, freq: 2 }),
      over: fc.option(fc.nat({ max: 20 }), { nil: undefined, freq: 2 }),
      step: fc.constant(step),
    })
    .map(({ isTie, ...parts }) => saleOf(shop, pack, isTie && step > 1 ? tied(parts, options) : parts, options));
}

/** The options that depend on the law: a day, with the currency and the rates in force on it. */
function baseOptions(
  { options: { productTaxClass }, business }: Shop,
  { law }: LawPack,
  options: NeutralSaleOptions,
): TransactionOptions {
  const { rates, lines, pricesIncludeTax, returned, plainText } = options;
  const reviewed = law.reviewed ?? '2026-01-01';
  const timestamps = { from: daysAfter(reviewed, -1826), until: reviewed, ...options.timestamps };
  return {
    type: 'sale',
    sale: 'home',
    tender: 'card',
    rateWindows: 'enforce',
    discounted: false,
    reverseCharge: false,
    returned: false,
    // The second line can outweigh a returned first line.
    lines: { ...lineBounds({ lines, returned }) },
    productTaxClass:
      productTaxClass && ((item: LineItem) => productTaxClass({ ...item, name: nameOf(item, plainText) })),
    multiLocation: business.multiLocation,
    ...{ rates, pricesIncludeTax, plainText, timestamps },
  };
}

/** One of the goods or, sometimes, arbitrary text. */
function nameOf({ name }: LineItem, plainText: boolean | undefined): string {
  const pick = name.codePointAt(0)!;
  const goods = plainText === true ? PLAIN_GOODS : GOODS;
  return pick % 5 === 0 ? name : goods[pick % goods.length]!;
}

function saleOf(shop: Shop, pack: LawPack, parts: SaleParts, options: NeutralSaleOptions): NeutralSale {
  const { currency } = parts.base;
  const timestamp = timestampOf(localDay(parts.base.timestamp), parts.second, pack.law.timeZone);
  let refused: Completion | undefined;
  for (const simpler of [parts, withoutReturns(parts, options), plainest(parts, options)]) {
    const lines = simpler.base.items.map((item, i) =>
      lineOf(item, nameOf(item, options.plainText), simpler.lines[i]!, currency, `line-${i + 1}`),
    );
    const made = settle(
      shop,
      { ...draftOf(simpler.base, timestamp), items: lines.map(draftLine(simpler.base)) },
      simpler,
      shareOf(lines, simpler),
    );
    if (made.valid) {
      const { transaction } = made;
      const { receiptNumber, tax } = transaction;
      const { tenders = [] } = readReceiptExtra(transaction) ?? {};
      return {
        receiptNumber,
        timestamp,
        currency,
        pricesIncludeTax: tax.pricesIncludeTax,
        lines,
        tenders,
        document: transaction,
      };
    }
    refused = made;
  }
  const { message } = refused!.issues[0]!;
  throw new UsageError('invalid_option', 'options', `${pack.id} has no sale under the options: ${message}`);
}

/**
 * The sale at prices that are multiples of half a cash rounding increment, paid in cash if possible: other totals are
 * hardly ever halfway between two multiples.
 */
function tied(parts: SaleParts, { weighed, decimals, discounted }: NeutralSaleOptions): SaleParts {
  const isFirstWanted = weighed === true || decimals === true || discounted === true;
  const half = Math.ceil(parts.step / 2);
  const lines = parts.lines.map((line, i): Parts => {
    if (i === 0 && isFirstWanted) return line;
    const price = Math.max(1, Math.round(line.price / half)) * half;
    return { ...line, price, finer: '', isWeighed: false, discount: undefined };
  });
  const methods = [...parts.methods].sort((a, b) => Number(b === 'cash') - Number(a === 'cash'));
  return { ...parts, lines, methods, split: undefined };
}

/** Includes returned goods only if the caller allows them, because they may outweigh the others. */
function withoutReturns(parts: SaleParts, { returned }: NeutralSaleOptions): SaleParts {
  const lines = parts.lines.map((line, i) =>
    i === 0 && returned === true ? { ...line, pieces: 1, price: 1 + (line.price % 9) } : { ...line, isReturned: false },
  );
  return { ...parts, lines };
}

/** A cheap sale, paid in full. */
function plainest(parts: SaleParts, options: NeutralSaleOptions): SaleParts {
  const lines = withoutReturns(parts, options).lines.map((line) => ({ ...line, pieces: 1 }));
  return { ...parts, lines, split: undefined, over: undefined };
}

function lineOf(item: LineItem, name: string, parts: Parts, currency: string, key: string): NeutralLine {
  const { pieces, grams, price, finer, isWeighed, isReturned, discount: percent } = parts;
  const quantity = (isReturned ? -1 : 1) * (isWeighed ? grams / 1000 : pieces);
  const off =
    percent === undefined || quantity < 0 ? undefined : Math.max(1, Math.floor((price * quantity * percent) / 100));
  const places = currencyDecimals(currency);
  return {
    key,
    name,
    quantity,
    unit: isWeighed ? 'kg' : undefined,
    price: majorText(price, places) + (places === 0 && finer !== '' ? '.' : '') + finer,
    unitPrice: finer === '' ? price : undefined,
    discount: off,
    taxRate: item.taxRate,
    taxCategory: item.taxCategory,
  };
}

/** Minor units as decimal text in major units, with all the currency's decimals. */
function majorText(minor: number, places: number): string {
  const digits = decimalText({ coefficient: BigInt(minor), scale: 0 }).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const draftLine =
  ({ tax: { jurisdictions = [] } }: Transaction) =>
  ({ key, name, quantity, unit, price, discount, taxRate, taxCategory }: NeutralLine): DraftLine => ({
    ...{ key, name, quantity, unit, price, taxCategory },
    discount: discount === undefined ? undefined : { amount: discount },
    ...(jurisdictions.length > 0 && taxRate > 0
      ? { taxes: [{ level: 'state', name: 'State', rate: taxRate }] }
      : { taxRate }),
  });

function draftOf({ currency, vendor, source, tax, extensions }: Transaction, timestamp: string) {
  // Mappers also use the receipt number as an identifier.
  const receiptNumber = source.externalId;
  const { pricesIncludeTax } = tax;
  return { receiptNumber, timestamp, currency, vendor, source, extensions, tax: { pricesIncludeTax } };
}

/**
 * Completes a sale with its tenders. The cash handed over depends on what each tender pays, which is known only at this
 * point.
 */
function settle(
  shop: Shop,
  draft: Omit<SaleDraft, 'tenders' | 'payment'>,
  parts: SaleParts,
  share: number,
): Completion {
  const { methods, over, step } = parts;
  const pay = (tenders: readonly DraftTender[]): Completion => complete(shop, { ...draft, tenders });
  const [one, two] = methods;
  const isSplit = share > 0 && two !== undefined;
  const made = pay(isSplit ? [{ method: one!, amount: share }, { method: two }] : [{ method: one! }]);
  if (!made.valid) return made;
  const settled = readReceiptExtra(made.transaction)?.tenders ?? [];
  const counted = pay(settled.map((tender) => handedOver(tender, over, step)));
  return counted.valid ? counted : made;
}

/** The amount paid by the first of two tenders: less than the total, and round enough to be paid in cash. */
function shareOf(lines: readonly NeutralLine[], { split = 0, step }: SaleParts): number {
  const total = lines.reduce(
    (sum, { unitPrice = 0, quantity, discount = 0 }) => sum + unitPrice * quantity - discount,
    0,
  );
  return Math.max(0, Math.floor((total * split) / 100 / (10 * step)) * 10 * step);
}

function handedOver({ method, amount }: Tender, over: number | undefined, step: number): DraftTender {
  if (method === 'card') return { method, amount, last4: '4242' };
  if (method !== 'cash' || over === undefined) return { method, amount };
  return { method, amount, tendered: amount + over * step, change: over * step };
}

/** A local time on a given day, as a timestamp in the zone; noon if that day has no such time. */
function timestampOf(day: string, second: number, zone: string): string {
  const local = Date.parse(`${day}T00:00:00Z`) + second * 1000;
  const near = toLocalTimestamp(new Date(local), zone);
  const offset = Date.parse(`${near.slice(0, 19)}Z`) - local;
  const timestamp = toLocalTimestamp(new Date(local - offset), zone);
  return localDay(timestamp) === day ? timestamp : timestampOf(day, 43_200, zone);
}
