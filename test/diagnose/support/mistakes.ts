/**
 * Mistakes that mappers make, each as a change to a valid document. A mistake returns false if it does not apply or has
 * no visible effect.
 */
import type { Transaction } from 'receipt-rule-packs';

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

export type Document = Mutable<Transaction>;
type Line = Document['items'][number];

export interface Mistake {
  readonly name: string;
  readonly make: (document: Document, pick: number) => boolean;
}

const taxOf = (amount: number, rate: number): number => {
  const tax = (amount * rate) / 100;
  return Math.sign(tax) * Math.round(Math.abs(tax));
};

const plus = (a: number, b: number): number => a + b;
const picked = ({ items }: Document, pick: number): Line => items[pick % items.length]!;

function eachAmount(document: Document, change: (amount: number) => unknown): void {
  const apply = (holder: object, names: readonly string[]): void => {
    const fields = holder as Record<string, unknown>;
    for (const name of names) if (typeof fields[name] === 'number') fields[name] = change(fields[name]);
  };
  for (const item of document.items) {
    apply(item, ['unitPrice', 'amount', 'taxAmount']);
    if (item.discount !== undefined) apply(item.discount, ['amount']);
  }
  for (const entry of document.tax.summary) apply(entry, ['taxableAmount', 'taxAmount']);
  for (const jurisdiction of document.tax.jurisdictions ?? []) apply(jurisdiction, ['taxAmount']);
  apply(document.totals, Object.keys(document.totals));
}

function taxTheGross({ items, tax }: Document): boolean {
  if (!tax.pricesIncludeTax) return false;
  let seen = false;
  for (const item of items) {
    const wrong = taxOf(item.amount, item.taxRate);
    if (Math.abs(wrong - item.taxAmount) > 2) seen = true;
    item.taxAmount = wrong;
  }
  return seen;
}

function sumUp({ items, tax, totals }: Document): void {
  for (const entry of tax.summary) {
    const lines = items.filter((item) => item.taxRate === entry.rate && item.taxCategory === entry.category);
    entry.taxAmount = lines.map(({ taxAmount }) => taxAmount).reduce(plus, 0);
    const gross = lines.map(({ amount }) => amount).reduce(plus, 0);
    entry.taxableAmount = tax.pricesIncludeTax ? gross - entry.taxAmount : gross;
  }
  totals.tax = tax.summary.map(({ taxAmount }) => taxAmount).reduce(plus, 0);
}

const fraction = (rate: number): number => (rate >= 1 ? Number((rate / 100).toFixed(6)) : rate);

function linesAsFractions({ items }: Document): boolean {
  const applies = items.some(({ taxRate }) => taxRate >= 1);
  for (const item of items) item.taxRate = fraction(item.taxRate);
  return applies;
}

function set(holder: object, name: string, value: unknown): true {
  (holder as Record<string, unknown>)[name] = value;
  return true;
}

function remove(holder: object, name: string): true {
  Reflect.deleteProperty(holder, name);
  return true;
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  cash: ['Bar', 'Kontant', 'especes', 'efectivo', 'contanti', 'gotówka', 'CASH', 'hotově'],
  card: ['Karte', 'kort', 'tarjeta', 'VISA', 'carte', 'debit card', 'karta', 'Card'],
  mobile: ['swish', 'Vipps', 'bizum', 'MobilePay'],
  transfer: ['Überweisung', 'virement', 'bank transfer'],
  other: ['Gutschein', 'gift card', 'mixed'],
};

const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', USD: '$' };
const SCHEMES = ['SE_MOMS', 'UK_VAT', 'NO_MVA'];

function negate(document: Document): boolean {
  const { type, items, tax, totals } = document;
  const isPositive = items.every(({ amount, quantity, unitPrice }) => amount >= 0 && quantity >= 0 && unitPrice >= 0);
  const isRefund = type === 'refund' || type === 'credit_note';
  if (!isRefund || !isPositive || totals.total === 0 || (totals.rounding ?? 0) !== 0) return false;
  for (const item of items) {
    item.amount = 0 - item.amount;
    item.taxAmount = 0 - item.taxAmount;
    item.quantity = -item.quantity;
  }
  for (const entry of tax.summary) {
    entry.taxableAmount = 0 - entry.taxableAmount;
    entry.taxAmount = 0 - entry.taxAmount;
  }
  totals.subtotal = 0 - totals.subtotal;
  totals.tax = 0 - totals.tax;
  totals.total = 0 - totals.total;
  return true;
}

const MAKERS: Readonly<Record<string, Mistake['make']>> = {
  'tax computed on the gross amount of every line, nowhere else': taxTheGross,
  'tax computed on the gross amounts, carried into summary and totals': (document) => {
    const applies = taxTheGross(document);
    sumUp(document);
    return applies;
  },
  'pricesIncludeTax inverted': ({ tax }) => set(tax, 'pricesIncludeTax', !tax.pricesIncludeTax),
  'all money in major units': (document) => {
    eachAmount(document, (amount) => amount / 100);
    return true;
  },
  'one price in major units': (document, pick) => {
    const line = picked(document, pick);
    line.unitPrice /= 100;
    return line.unitPrice !== 0;
  },
  'all unit prices in major units': ({ items }) => {
    const applies = items.some(({ unitPrice }) => unitPrice % 100 !== 0);
    for (const item of items) item.unitPrice /= 100;
    return applies;
  },
  'rates as fractions': (document) => {
    for (const entry of document.tax.summary) entry.rate = fraction(entry.rate);
    return linesAsFractions(document);
  },
  'line rates as fractions': linesAsFractions,
  'timestamp without UTC offset': (document) =>
    set(document, 'timestamp', document.timestamp.replace(/(?:Z|[+-]\d\d:\d\d)$/, '')),
  'space between date and time': (document) => set(document, 'timestamp', document.timestamp.replace('T', ' ')),
  'payment method in the shop’s language': ({ payment }, pick) => {
    const words = WORDS[payment.method]!;
    return set(payment, 'method', words[pick % words.length]);
  },
  'money as strings': (document) => {
    eachAmount(document, String);
    return true;
  },
  'money as decimal strings': (document) => {
    eachAmount(document, (amount) => (amount / 100).toFixed(2));
    return true;
  },
  'an unknown field': ({ payment }) => set(payment, 'tendered', 5000),
  'quantity called qty': (document, pick) => {
    const line = picked(document, pick);
    set(line, 'qty', line.quantity);
    return remove(line, 'quantity');
  },
  'cash total not rounded': ({ payment, totals, type }) => {
    if (payment.method !== 'cash' || (totals.rounding ?? 0) === 0 || type === 'void') return false;
    totals.total -= totals.rounding!;
    return set(totals, 'rounding', 0);
  },
  'rounding left out': ({ payment, totals }) =>
    payment.method === 'cash' && totals.rounding !== undefined && remove(totals, 'rounding'),
  'subtotal is net': ({ tax, totals }) =>
    tax.pricesIncludeTax && totals.tax !== 0 && set(totals, 'subtotal', totals.subtotal - totals.tax),
  'subtotal leaves out one line': (document, pick) => {
    const { amount } = picked(document, pick);
    return amount !== 0 && set(document.totals, 'subtotal', document.totals.subtotal - amount);
  },
  'total off by one': ({ totals }) => set(totals, 'total', totals.total + 1),
  'total without tax': ({ tax, totals, type }) =>
    !tax.pricesIncludeTax && totals.tax !== 0 && type !== 'void' && set(totals, 'total', totals.total - totals.tax),
  'tax added to the total twice': ({ tax, totals, type }) =>
    tax.pricesIncludeTax && totals.tax > 0 && type !== 'void' && set(totals, 'total', totals.total + totals.tax),
  'discount not deducted from the line': ({ items }) => {
    const line = items.find(({ discount }) => discount !== undefined);
    return line !== undefined && set(line, 'amount', line.amount + (line.amount < 0 ? -1 : 1) * line.discount!.amount);
  },
  'line without quantity': (document, pick) => {
    const line = picked(document, pick);
    if (Math.abs(line.quantity) === 1 || line.discount !== undefined) return false;
    return line.amount !== line.unitPrice && set(line, 'amount', line.unitPrice);
  },
  'totals.discount left at 0': ({ totals }) => totals.discount !== 0 && set(totals, 'discount', 0),
  'tax amount of one line off by ten': (document, pick) => {
    picked(document, pick).taxAmount += 10 + document.items.length * 60;
    return true;
  },
  'another line’s rate': (document, pick) => {
    const line = picked(document, pick);
    const other = document.items.find(
      ({ taxRate, taxCategory }) => taxRate !== line.taxRate && taxCategory === line.taxCategory,
    );
    return other !== undefined && Math.abs(line.taxAmount) >= 5 && set(line, 'taxRate', other.taxRate);
  },
  'summary entry missing': ({ tax }, pick) => {
    tax.summary.splice(pick % tax.summary.length, 1);
    return true;
  },
  'taxable amount is gross': ({ tax }) => {
    const applies = tax.pricesIncludeTax && tax.summary.some(({ taxAmount }) => Math.abs(taxAmount) > 30);
    for (const entry of tax.summary) entry.taxableAmount += entry.taxAmount;
    return applies;
  },
  'one taxable amount wrong': ({ tax }, pick) => {
    tax.summary[pick % tax.summary.length]!.taxableAmount += 5000;
    return true;
  },
  'totals.tax covers only one rate': ({ tax, totals }) => {
    const { taxAmount } = tax.summary[0]!;
    return tax.summary.length > 1 && taxAmount !== totals.tax && set(totals, 'tax', taxAmount);
  },
  'negative refund': negate,
  'another country’s scheme': ({ tax }, pick) => {
    const scheme = SCHEMES[pick % SCHEMES.length]!;
    return set(tax, 'scheme', scheme === tax.scheme ? 'US_SALES_TAX' : scheme);
  },
  'currency in lower case': (document) => set(document, 'currency', document.currency.toLowerCase()),
  'currency symbol': (document) => set(document, 'currency', SYMBOLS[document.currency] ?? 'kr'),
  'settled as a string': (document) => set(document, 'settled', String(document.settled)),
  'type in capitals': (document) => set(document, 'type', document.type.toUpperCase()),
  'card number in last4': ({ payment }) =>
    payment.last4 !== undefined && set(payment, 'last4', `**** **** **** ${payment.last4}`),
  'receipt number as a number': (document) =>
    /^[1-9]\d{0,14}$/.test(document.receiptNumber) && set(document, 'receiptNumber', Number(document.receiptNumber)),
  'discount as a number': ({ items }) => {
    const line = items.find(({ discount }) => discount !== undefined && discount.description === undefined);
    return line !== undefined && set(line, 'discount', line.discount!.amount);
  },
  'tax category left out': (document, pick) => remove(picked(document, pick), 'taxCategory'),
  'one unit price wrong': (document, pick) => {
    const line = picked(document, pick);
    return Number.isInteger(line.quantity) && Math.abs(line.quantity) > 1 && set(line, 'unitPrice', line.unitPrice + 7);
  },
  'one quantity too high': (document, pick) => {
    const line = picked(document, pick);
    const applies = Number.isInteger(line.quantity) && line.quantity >= 1 && line.unitPrice >= 20;
    return applies && set(line, 'quantity', line.quantity + 1);
  },
};

export const MISTAKES: readonly Mistake[] = Object.entries(MAKERS).map(([name, make]) => ({ name, make }));
