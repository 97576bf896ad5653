import type { Charge, DraftTender, SaleDraft } from '../../complete/types.js';
import type { SaleSource } from '../core/adapter.js';
import { abroad, draftOf, paidBy } from '../core/parts.js';
import type { Reader } from '../core/reader.js';
import type { Seller } from '../core/seller.js';
import { readCalculation } from './calculation.js';
import { readInvoice } from './invoice.js';
import { lineOf, type StripeLine } from './lines.js';
import { readSession } from './session.js';

/** The data of a Checkout Session, a calculation or an invoice. */
export interface SaleFigures {
  readonly id: string;
  /** Default: the id. */
  readonly receiptNumber?: string | undefined;
  readonly timestamp: string;
  readonly currency: string;
  readonly lines: readonly StripeLine[];
  readonly shipping: StripeLine | undefined;
  readonly total: number;
  readonly tax: number;
  readonly tenders: readonly DraftTender[];
  /** The customer's country. */
  readonly country: Reader;
  readonly channel?: string | undefined;
}

const READERS = new Map([
  ['checkout.session', readSession],
  ['tax.calculation', readCalculation],
  ['invoice', readInvoice],
]);

/** Reads a Stripe object that describes a sale. */
export function readSale(payload: Reader, seller: Seller): SaleSource {
  const object = payload.at('object');
  const type = object.text();
  const read = READERS.get(type);
  if (read !== undefined) return sourceOf(read(payload, seller), seller);
  if (type === 'refund' || type === 'credit_note')
    object.report('source_incomplete', `is ${type}: use toCorrection, with its sale`);
  else object.misread([...READERS.keys()].join(', '));
  return { draft: {} as SaleDraft, expect: { total: 0 } };
}

function sourceOf({ lines, shipping, total, tax, tenders, ...rest }: SaleFigures, seller: Seller): SaleSource {
  const all = shipping === undefined ? lines : [...lines, shipping];
  const { pricesIncludeTax: usual = false } = seller.shop.pack?.law?.tax ?? {};
  const isTaxed = all.some(({ taxes }) => taxes.tax !== 0);
  const pricesIncludeTax = isTaxed ? all.some(({ taxes }) => taxes.isIncluded) : usual;
  const goods = lines.map((line) => lineOf(line, pricesIncludeTax));
  const charged = shipping && lineOf(shipping, pricesIncludeTax);
  const { id, receiptNumber = id, timestamp, currency, country, channel } = rest;
  return {
    draft: {
      ...draftOf('stripe', seller, id, pricesIncludeTax),
      receiptNumber,
      timestamp,
      currency,
      channel,
      ...abroad(seller, country),
      items: goods.map(({ line }) => line),
      charges: charged && [chargeOf(charged.expected.amount!, shipping)],
      ...paidBy(tenders),
    },
    expect: {
      total,
      tax,
      lines: [...goods.map(({ expected }) => expected), ...(charged === undefined ? [] : [charged.expected])],
    },
  };
}

const chargeOf = (amount: number, { key, name, taxes }: StripeLine): Charge => ({ key, name, amount, ...taxes.rate });
