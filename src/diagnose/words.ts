import { editDistance } from '../text/nearest.js';

/**
 * Words that tills write instead of the API's values. The comparison ignores case, accents, spaces and punctuation, and
 * allows a small edit distance. The lists therefore omit words that are close to a listed one, such as otro, which is
 * close to outro. The words come from general knowledge, not from a source.
 */
type Words = Readonly<Record<string, string>>;

const TENDERS: Words = {
  cash: 'kontant contado comptant bar bargeld barzahlung especes efectivo numerario dinheiro gotowka hotov gotovina keszpenz kateinen sularaha grynais skaidranauda metrita μετρητα въброй grynieji',
  card: 'kort karte karta kartya carte cb tarjeta carta bancomat pos multibanco kaart pin καρτα карта visa maestro amex americanexpress credit debit bankaxept bancontact vpay unionpay electronic elektronisch',
  mobile:
    'mobil swish vipps applepay googlepay bizum blik mbway satispay twint payconiq wero ideal lydia paylib klarna alipay wechatpay pivo siirto payzy мобилно κινητο telemovel',
  transfer:
    'overforing uberweisung virement bonifico przelew prevod prijenos atutalas tilisiirto overschrijving sepa wire invoice faktura rechnung превод overførsel μεταφορα ulekanne pavedimas parskaitijums nakazilo',
  other:
    'annat andet muu sonstige autre altro outro inny jine gutschein voucher giftcard gavekort presentkort mixed split multiple check cheque',
};

const TYPES: Words = {
  sale: 'purchase receipt kvitto kassenbon verkauf venta vendita sprzedaz order payment capture',
  refund: 'return retur reembolso rimborso chargeback',
  void: 'cancel storno annul makulerad',
  credit_note: 'credit gutschrift avoir',
  exchange: 'swap byte umtausch cambi',
};

const LEVELS: Words = {
  state: 'st province',
  county: 'parish cnty',
  city: 'town municipal local',
  district: 'special mta transit spd other',
};

const CATEGORIES: Words = {
  S: 'standard reduced sr',
  Z: 'zero',
  E: 'exempt',
  AE: 'reversecharge rc',
  O: 'outofscope outside nottaxed',
};

const REASONS: Words = {
  returned: '',
  defective: 'broken damaged faulty',
  overcharge: '',
  price_adjustment: 'adjustment',
  duplicate: 'double',
  other: '',
};

/** Names that senders commonly use instead of the names of fields. */
const RENAMES: Readonly<Record<string, string>> = {
  qty: 'quantity',
  price: 'unitPrice',
  vat: 'taxRate',
  vatRate: 'taxRate',
  vatAmount: 'taxAmount',
  tax: 'taxAmount',
  sum: 'total',
  grandTotal: 'total',
  net: 'taxableAmount',
  vatTotal: 'tax',
  title: 'name',
  date: 'timestamp',
  shop: 'vendor',
  lines: 'items',
  lineItems: 'items',
  receiptNo: 'receiptNumber',
  number: 'receiptNumber',
  id: 'externalId',
  barcode: 'sku',
  ean: 'sku',
  vatCategory: 'taxCategory',
};

/** The words for the values of each field. */
const WORDS: Readonly<Record<string, Words>> = {
  'payment.method': TENDERS,
  type: TYPES,
  'tax.jurisdictions.*.level': LEVELS,
  'items.*.taxCategory': CATEGORIES,
  'tax.summary.*.category': CATEGORIES,
  'linkedTransaction.reason': REASONS,
};

/** Converts to lower case, and removes accents, spaces and punctuation. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9\u0370-\u03ff\u0400-\u04ff]/g, '');

/** Longer strings are not treated as words. */
const LONGEST = 40;

/** The allowed values of an enumerated field; empty for other fields. */
export const valuesOf = (place: string): string[] => Object.keys(WORDS[place] ?? {});

/** The field value that a word means. */
export function meaningOf(place: string, found: unknown): string | undefined {
  if (typeof found !== 'string' || found.length > LONGEST) return undefined;
  const word = plain(found);
  if (word === '') return undefined;
  let best: { readonly distance: number; readonly value: string } | undefined;
  for (const [value, words] of Object.entries(WORDS[place] ?? {})) {
    for (const known of [value, ...words.split(' ')].map(plain)) {
      if (known === word) return value;
      const distance = word.includes(known) ? 1 : editDistance(word, known);
      if (distance <= slackOf(known) && distance < (best?.distance ?? Infinity)) best = { distance, value };
    }
  }
  return best?.value;
}

/** The maximum edit distance from a known word; 0 for short words, so that a word that contains one has no meaning. */
const slackOf = ({ length }: string): number => (length > 5 ? 2 : length > 3 ? 1 : 0);

/** The missing field that an unknown key probably means. */
export function fieldMeant(key: string, absent: readonly string[]): string | undefined {
  if (key.length > LONGEST) return undefined;
  const name = plain(key);
  return (
    absent.find((field) => plain(field) === name) ??
    absent.find((field) => RENAMES[key] === field) ??
    absent.find((field) => editDistance(plain(field), name) <= slackOf(field))
  );
}
