import { checkGiven, fromDocument, fromText } from './template.js';
import { amountText, grossOf, minorUnits, none, orNone, part, sumsOf } from './text.js';
import type { PortugueseGiven, PortugueseHashGiven, PortugueseQrFields, SignableDocument } from './types.js';

/** Amounts in Portuguese documents have no sign: the type of the document shows whether it is a refund. */
const positive = (amount: bigint): string => (amount < 0n ? none() : amountText(amount));

/**
 * The text whose RSA signature is the hash of a document: date, time of storage, number, total, previous hash.
 *
 * Source: Despacho 8632/2014.
 *
 * @throws UsageError
 */
export function ptHashText(document: SignableDocument, given: PortugueseHashGiven = {}): string | undefined {
  const text = '{YYYY}-{MM}-{DD};{systemEntryDate?};{NUMBER};{TOTAL};{previousHash?}';
  return fromDocument(text, ';', document, given, ({ YYYY, MM, DD, HH, MI, SS }) => ({
    systemEntryDate: `${YYYY!}-${MM!}-${DD!}T${HH!}:${MI!}:${SS!}`,
    TOTAL: positive(grossOf(document)),
  }));
}

/**
 * The four characters of the hash that are printed on a receipt: the 1st, 11th, 21st and 31st. Undefined for a shorter
 * text.
 *
 * Source: Despacho 8632/2014.
 *
 * @throws UsageError
 */
export function ptHash4(text: string): string | undefined {
  return fromText(text, () => [0, 10, 20, 30].map((i) => text[i] ?? none()).join(''));
}

const REQUIRED: readonly string[] = [...'ABCDEFGHNOQR', 'I1'];
const TAXES = [...'IJK'].flatMap((region) => [...'12345678'].map((n) => region + n));
const ORDER = [...'ABCDEFGH', ...TAXES, ...'LMNOPQRS'];

/**
 * The text of the QR code, from its fields, in the order of the specification.
 *
 * Source: Portaria 195/2020; AT, Especificações técnicas do código QR.
 *
 * @throws UsageError
 */
export function ptQr(given: PortugueseQrFields): string | undefined {
  const fields: unknown = given;
  checkGiven(
    fields,
    ORDER.map((field) => [field, REQUIRED.includes(field) ? '' : '?']),
  );
  const held = ORDER.filter((field) => fields[field] !== undefined);
  return orNone(() => held.map((field) => `${field}:${part(fields[field]!, '*')}`).join('*'));
}

/** The fields for taxable amount and tax of each mainland rate. */
const PLACES: Readonly<Record<number, readonly string[]>> = { 6: ['I3', 'I4'], 13: ['I5', 'I6'], 23: ['I7', 'I8'] };
const FINAL_CONSUMER = '999999990';

/**
 * The text of the QR code of a document. Undefined if the QR code has no field for a rate. The fields for the Azores
 * and Madeira depend on the region: use `ptQr` for their rates.
 *
 * Source: Portaria 195/2020; AT, Especificações técnicas do código QR.
 *
 * @throws UsageError
 */
export function ptFields(document: SignableDocument, given: PortugueseGiven): string | undefined {
  const text =
    'A:{sellerNif}*B:{NIF}*C:{COUNTRY}*D:{type}*E:{STATUS}*F:{YYYY}{MM}{DD}*G:{NUMBER}*H:{atcud}*I1:PT{TAXES}*N:{TAX}*O:{TOTAL}*Q:{hash4}*R:{certificateNumber}';
  return fromDocument(text, '*', document, given, () => {
    const { customer, totals, type } = document;
    const country = customer?.country ?? 'PT';
    const nif = customer?.vatNumber ?? FINAL_CONSUMER;
    return {
      NIF: part(country === 'PT' ? nif.replace(/^PT/, '') : nif, '*'),
      COUNTRY: part(country, '*'),
      STATUS: type === 'void' ? 'A' : 'N',
      TAXES: taxFields(document),
      TAX: positive(minorUnits(totals.tax)),
      TOTAL: positive(grossOf(document)),
    };
  });
}

function taxFields(document: SignableDocument): string {
  const amounts = document.tax.summary.flatMap(({ rate, category, taxableAmount, taxAmount }) => {
    const fields = rate === 0 ? [category === 'O' ? 'L' : 'I2'] : (PLACES[rate] ?? none());
    return fields.map((field, i) => [field, minorUnits(i === 0 ? taxableAmount : taxAmount)] as const);
  });
  const fields = [...sumsOf(amounts)].map(([field, sum]) => `*${field}:${positive(sum)}`);
  return fields.sort().join('');
}
