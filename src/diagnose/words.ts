/**
 * Words that tills write where the interface has its own. They are compared without case, accents, blanks and
 * punctuation, then by edit distance. General knowledge: no source was read.
 */
type Words = Readonly<Record<string, string>>;

const TENDERS: Words = {
  cash: 'kontant kontanter kontanti contant contante contanti contado comptant bar bargeld barzahlung especes efectivo numerario dinheiro numerar gotowka hotovost hotove gotovina keszpenz kateinen sularaha grynais skaidranauda metrita μετρητα въброй вброй cashpayment',
  card: 'kort bankkort kreditkort karte kreditkarte eckarte girocard carte cartebancaire cb tarjeta carta bancomat pos cartao multibanco karta kartica kortti pankkikortti kaart pin bankkaart kortele kartapłatnicza kartya bankkartya καρτα карта visa mastercard maestro amex americanexpress credit creditcard debit debitcard dankort bankaxept bancontact vpay unionpay electronic elektronisch',
  mobile:
    'mobil swish vipps mobilepay mobilpay applepay googlepay bizum blik mbway satispay twint payconiq wero ideal lydia paylib klarna alipay wechatpay pivo siirto payzy',
  transfer:
    'banktransfer overforing bankoverforing uberweisung banküberweisung virement transferencia bonifico przelew prevod prijenos atutalas tilisiirto overschrijving sepa wire invoice faktura rechnung',
  other:
    'annat annet andet muu sonstige sonstiges autre otro altro outro inny jine gutschein voucher giftcard gavekort presentkort mixed split multiple check cheque',
};

const TYPES: Words = {
  sale: 'purchase receipt kvitto kassenbon verkauf vente venta vendita venda salg sprzedaz order payment capture',
  refund: 'return returned retur retour retoure reembolso rimborso returkvittering chargeback',
  void: 'voided cancel cancelled canceled storno annulled makulerad annullert annulation',
  credit_note: 'credit kredit kreditnota gutschrift avoir notadecredito notadicredito',
  exchange: 'swap byte bytte umtausch echange cambio cambi',
};

const LEVELS: Words = {
  state: 'st province',
  county: 'parish cnty',
  city: 'town municipal municipality local',
  district: 'special specialdistrict mta transit spd other',
};

const CATEGORIES: Words = {
  S: 'standard reduced sr',
  Z: 'zero zerorated',
  E: 'exempt',
  AE: 'reversecharge rc',
  O: 'outofscope outside nottaxed',
};

const REASONS: Words = {
  returned: 'return',
  defective: 'broken damaged faulty',
  overcharge: 'overcharged',
  price_adjustment: 'adjustment',
  duplicate: 'double',
  other: '',
};

/** Other names of fields. */
const RENAMES: Readonly<Record<string, string>> = {
  qty: 'quantity',
  price: 'unitPrice',
  unit_price: 'unitPrice',
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

/** The words of a field, by its place. */
const WORDS: Readonly<Record<string, Words>> = {
  'payment.method': TENDERS,
  type: TYPES,
  'tax.jurisdictions.*.level': LEVELS,
  'items.*.taxCategory': CATEGORIES,
  'tax.summary.*.category': CATEGORIES,
  'linkedTransaction.reason': REASONS,
};

/** Without case, accents, blanks and punctuation. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9\u0370-\u03ff\u0400-\u04ff]/g, '');

/** A longer text is no word. */
const LONGEST = 40;

/** The values of a field that is one of several words; empty for other fields. */
export const valuesOf = (place: string): string[] => Object.keys(WORDS[place] ?? {});

/** The value that a word stands for at a place. */
export function meaningOf(place: string, found: unknown): string | undefined {
  if (typeof found !== 'string' || found.length > LONGEST) return undefined;
  const word = plain(found);
  if (word === '') return undefined;
  let best: { readonly distance: number; readonly value: string } | undefined;
  for (const [value, words] of Object.entries(WORDS[place] ?? {})) {
    for (const known of [value, ...words.split(' ')].map(plain)) {
      if (known === word) return value;
      const distance = known.length > 4 && word.includes(known) ? 1 : editDistance(word, known);
      if (distance <= slackOf(known) && distance < (best?.distance ?? Infinity)) best = { distance, value };
    }
  }
  return best?.value;
}

/** How many letters may differ. */
const slackOf = ({ length }: string): number => (length > 5 ? 2 : length > 3 ? 1 : 0);

/** The field of an object that a key is another name of, among those that the object does not have. */
export function fieldMeant(key: string, absent: readonly string[]): string | undefined {
  if (key.length > LONGEST) return undefined;
  const name = plain(key);
  return (
    absent.find((field) => plain(field) === name) ??
    absent.find((field) => Object.hasOwn(RENAMES, key) && RENAMES[key] === field) ??
    absent.find((field) => field.length > 3 && editDistance(plain(field), name) <= (field.length > 5 ? 2 : 1))
  );
}

function editDistance(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + Number(a[i - 1] !== b[j - 1])));
    }
    last = row;
  }
  return last[b.length]!;
}
