import { A_STRING, A_TEXT, checkDocument, checkGiven, checkText } from './given.js';
import { amountText, dayAndTime, grossOf, hasCents, joined, minorUnits, none, orNone, part } from './text.js';
import type { PortugueseGiven, PortugueseHashGiven, PortugueseQrFields, SignableDocument } from './types.js';

/** Amounts of Portuguese documents have no sign: the type of the document says what is given back. */
function positive(document: SignableDocument, amount: bigint): string {
  hasCents(document);
  return amount < 0n ? none() : amountText(amount);
}

/**
 * The text whose RSA signature is the hash of a document: day, time of storing, number, total, hash before.
 *
 * Source: Despacho 8632/2014.
 *
 * @throws UsageError
 */
export function ptHashText(document: SignableDocument, given: PortugueseHashGiven = {}): string | undefined {
  checkDocument(document);
  checkGiven(given, {}, { previousHash: A_STRING, systemEntryDate: A_TEXT });
  return orNone(() => {
    const { previousHash = '', systemEntryDate } = given;
    const [day, time] = dayAndTime(document);
    const total = positive(document, grossOf(document));
    const first = joined(';', [day, systemEntryDate ?? `${day}T${time}`, document.receiptNumber, total]);
    return `${first};${previousHash === '' ? '' : part(previousHash, ';')}`;
  });
}

/**
 * The four characters of the hash that a receipt shows: the 1st, 11th, 21st and 31st. Undefined for a shorter text.
 *
 * Source: Despacho 8632/2014.
 *
 * @throws UsageError
 */
export function ptHash4(text: string): string | undefined {
  checkText(text);
  return text.length < 31 ? undefined : text[0]! + text[10]! + text[20]! + text[30]!;
}

const REQUIRED = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I1', 'N', 'O', 'Q', 'R'] as const;
const TAXES = ['I', 'J', 'K'].flatMap((region) => Array.from({ length: 8 }, (_, i) => `${region}${i + 1}`));
const ORDER = [...REQUIRED.slice(0, 8), ...TAXES, 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S'] as readonly (keyof PortugueseQrFields)[];

/**
 * The text of the QR code from its fields, in the order of the specification.
 *
 * Source: Portaria 195/2020; AT, Especificações técnicas do código QR.
 *
 * @throws UsageError
 */
export function ptQr(given: PortugueseQrFields): string | undefined {
  const tests = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, A_TEXT]));
  checkGiven(given, tests(REQUIRED), tests(ORDER));
  return orNone(() => {
    const fields = ORDER.flatMap((field) => given[field] === undefined ? [] : [`${field}:${given[field]}`]);
    return joined('*', fields);
  });
}

/** Where base and tax of a rate of the mainland stand. */
const PLACES: Readonly<Record<number, readonly ['I3', 'I4'] | readonly ['I5', 'I6'] | readonly ['I7', 'I8']>> = {
  6: ['I3', 'I4'],
  13: ['I5', 'I6'],
  23: ['I7', 'I8'],
};
const FINAL_CONSUMER = '999999990';

/**
 * The text of the QR code of a document. Undefined where a rate has no place: those of the Azores and Madeira need the
 * region, for which there is `ptQr`.
 *
 * Source: Portaria 195/2020; AT, Especificações técnicas do código QR.
 *
 * @throws UsageError
 */
export function ptFields(document: SignableDocument, given: PortugueseGiven): string | undefined {
  checkDocument(document);
  checkGiven(given, { sellerNif: A_TEXT, type: A_TEXT, atcud: A_TEXT, hash4: A_TEXT, certificateNumber: A_TEXT });
  return orNone(() => {
    const { customer } = document;
    const country = customer?.country ?? 'PT';
    const nif = customer?.vatNumber ?? FINAL_CONSUMER;
    return ptQr({
      A: given.sellerNif,
      B: country === 'PT' ? nif.replace(/^PT/, '') : nif,
      C: country,
      D: given.type,
      E: document.type === 'void' ? 'A' : 'N',
      F: dayAndTime(document)[0].replaceAll('-', ''),
      G: document.receiptNumber,
      H: given.atcud,
      I1: 'PT',
      ...taxFields(document),
      N: positive(document, minorUnits(document.totals.tax)),
      O: positive(document, grossOf(document)),
      Q: given.hash4,
      R: given.certificateNumber,
    });
  });
}

function taxFields(document: SignableDocument): Partial<PortugueseQrFields> {
  const sums: Record<string, bigint> = {};
  for (const { rate, category, taxableAmount, taxAmount } of document.tax.summary) {
    const places = rate === 0 ? [category === 'O' ? 'L' : 'I2'] : (PLACES[rate] ?? none());
    const amounts = [minorUnits(taxableAmount), minorUnits(taxAmount)];
    places.forEach((place, i) => (sums[place] = (sums[place] ?? 0n) + amounts[i]!));
  }
  return Object.fromEntries(Object.entries(sums).map(([place, sum]) => [place, positive(document, sum)]));
}
