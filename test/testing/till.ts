import { createRegistry } from 'receipt-rule-packs';
import { complete, toMinorUnits, type Completion, type DraftLine, type SaleDraft } from 'receipt-rule-packs/complete';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import type { NeutralSale } from 'receipt-rule-packs/testing';

/** A sale from a till that writes decimal text. */
export interface Order {
  readonly number: string;
  readonly at: string;
  readonly rows: readonly Row[];
  readonly taxes: readonly { readonly uid: string; readonly pct: string; readonly kind: DraftLine['taxCategory'] }[];
  readonly paid: readonly Paid[];
}
export interface Row {
  readonly name: string;
  readonly qty: string;
  readonly price: string;
  readonly off: string;
  readonly tax: string;
}
interface Paid {
  readonly type: string;
  readonly amount: string;
  readonly last4: string | undefined;
}

const productTaxClass = ({ name }: { name: string }) => (name === 'Bread' || name === 'Milk' ? 'food' : undefined);
export const shop = createRegistry([seReceipt1]).shop({ country: 'SE' }, { rateWindows: 'enforce', productTaxClass });

const METHODS: Readonly<Record<string, 'card' | 'cash' | 'mobile'>> = { CARD: 'card', CASH: 'cash', SWISH: 'mobile' };
const TYPES: Readonly<Record<string, string>> = { card: 'CARD', cash: 'CASH', mobile: 'SWISH' };

const kronor = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${String(Math.abs(minor)).padStart(3, '0').replace(/(..)$/, '.$1')}`;

/** Converts a sale to the till's format. */
export function draw({ receiptNumber, timestamp, lines, tenders }: NeutralSale): Order {
  const uidOf = ({ taxRate, taxCategory }: NeutralSale['lines'][number]) => `${taxCategory}${taxRate}`;
  const taxes = new Map(
    lines.map((line) => [uidOf(line), { uid: uidOf(line), pct: String(line.taxRate), kind: line.taxCategory }]),
  );
  return {
    number: receiptNumber,
    at: timestamp,
    rows: lines.map((line) => ({
      name: line.name,
      qty: String(line.quantity),
      price: line.price,
      off: kronor(line.discount ?? 0),
      tax: uidOf(line),
    })),
    taxes: [...taxes.values()],
    paid: tenders.map(({ method, amount, last4 }) => ({ type: TYPES[method]!, amount: kronor(amount), last4 })),
  };
}

function toLine({ name, qty, price, off, tax }: Row, taxes: Order['taxes']): DraftLine {
  const { pct, kind } = taxes.find(({ uid }) => uid === tax)!;
  const discount = toMinorUnits(off, 'SEK');
  return {
    name,
    quantity: Number(qty),
    price,
    taxRate: Number(pct),
    taxCategory: kind,
    discount: discount === 0 ? undefined : { amount: discount },
  };
}

const toDraft = ({ number, at, rows, taxes, paid }: Order): SaleDraft => ({
  receiptNumber: number,
  timestamp: at,
  currency: 'SEK',
  vendor: { id: 'biz_1' },
  source: { platform: 'my-till', externalId: number },
  items: rows.map((row) => toLine(row, taxes)),
  tax: { pricesIncludeTax: true },
  tenders: paid.map(({ type, amount, last4 }) => ({
    method: METHODS[type]!,
    amount: toMinorUnits(amount, 'SEK'),
    last4,
  })),
});

/** The correct mapper. */
export const toDocument = (order: Order): Completion => complete(shop, toDraft(order));

export const ofOrder = (change: (order: Order) => Partial<Order>) => (order: Order) =>
  toDocument({ ...order, ...change(order) });
const ofRows = (change: (row: Row, order: Order) => Partial<Row>) =>
  ofOrder((order) => ({ rows: order.rows.map((row) => ({ ...row, ...change(row, order) })) }));
const ofDraft = (change: (draft: SaleDraft) => object) => (order: Order) => {
  const draft = toDraft(order);
  return complete(shop, { ...draft, ...change(draft) });
};
const ofLines = (change: (line: DraftLine) => object) =>
  ofDraft(({ items }) => ({ items: items.map((line) => ({ ...line, ...change(line) })) }));

function merged({ rows }: Order): readonly Row[] {
  const byName = new Map<string, Row>();
  for (const row of rows) {
    const same = byName.get(row.name);
    byName.set(row.name, same ? { ...same, qty: String(Number(same.qty) + Number(row.qty)) } : row);
  }
  return [...byName.values()];
}

const isTie = (draft: SaleDraft): boolean => complete(shop, draft).unsigned?.totals.rounding === 50;

/** Deliberate bugs: mappers that are wrong for some orders. */
export const BUGS: Readonly<Record<string, (order: Order) => Completion>> = {
  dropDiscount: ofLines(() => ({ discount: undefined })),
  firstTax: ofRows((_, { taxes }) => ({ tax: taxes[0]!.uid })),
  utc: ofOrder(({ at }) => ({ at: new Date(at).toISOString() })),
  parseInt: ofRows(({ qty }) => ({ qty: String(parseInt(qty)) })),
  floor100: ofLines(({ price }) => ({ price: undefined, unitPrice: Math.floor(Number(price) * 100) })),
  round50: ofDraft((draft) => (isTie(draft) ? { totals: { rounding: -50 } } : {})),
  dropNegative: ofOrder(({ rows }) => ({ rows: rows.filter(({ qty }) => Number(qty) > 0) })),
  mergeByName: ofOrder((order) => ({ rows: merged(order) })),
  qtyOne: ofRows(() => ({ qty: '1' })),
  dropLastLine: ofOrder(({ rows }) => ({ rows: rows.slice(0, Math.max(1, rows.length - 1)) })),
  swapRates: ofLines(({ taxRate }) => ({ taxRate: taxRate === 12 ? 6 : taxRate === 6 ? 12 : taxRate })),
  discountNegative: ofLines(({ discount }) => ({ discount: discount?.amount && { amount: -discount.amount } })),
  taxCategoryAlwaysS: ofLines(() => ({ taxCategory: 'S' })),
  cashAsCard: ofOrder(({ paid }) => ({ paid: paid.map((one) => ({ ...one, type: 'CARD' })) })),
  absQty: ofRows(({ qty }) => ({ qty: qty.replace('-', '') })),
};
