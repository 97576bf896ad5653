import { A_BOOLEAN } from '../usage/option-tests.js';
import { ADDRESS, fromDocument, fromGiven } from './template.js';
import type {
  SignableDocument,
  SpanishAnulacionGiven,
  SpanishHuellaGiven,
  SpanishQrGiven,
  TicketBaiIdGiven,
  TicketBaiQrGiven,
} from './types.js';

/**
 * The text whose SHA-256, in upper-case hexadecimal, is the huella of a VERI*FACTU record.
 *
 * Source: AEAT, Especificaciones técnicas para la generación de la huella, 0.1.2.
 *
 * @throws UsageError
 */
export function esHuellaText(document: SignableDocument, given: SpanishHuellaGiven): string | undefined {
  const text =
    'IDEmisorFactura={nif}&NumSerieFactura={NUMBER}&FechaExpedicionFactura={DD}-{MM}-{YYYY}&TipoFactura={invoiceType}&CuotaTotal={taxText?}&ImporteTotal={AMOUNT}&Huella={previous?}&FechaHoraHusoGenRegistro={generated}';
  return fromDocument(text, '&', document, given, ({ TAX }) => ({ taxText: TAX! }));
}

/**
 * The text whose SHA-256 is the huella of a record that cancels an invoice.
 *
 * Source: AEAT, Especificaciones técnicas para la generación de la huella, 0.1.2.
 *
 * @throws UsageError
 */
export function esAnulacionText(given: SpanishAnulacionGiven): string | undefined {
  const text =
    'IDEmisorFacturaAnulada={nif}&NumSerieFacturaAnulada={number}&FechaExpedicionFacturaAnulada={date!}{DD}-{MM}-{YYYY}&Huella={previous?}&FechaHoraHusoGenRegistro={generated}';
  return fromGiven(text, '&', given);
}

/**
 * The URL in the QR code of a Spanish invoice.
 *
 * Source: AEAT, Características del QR, 0.5.0.
 *
 * @throws UsageError
 */
export function esQr(document: SignableDocument, given: SpanishQrGiven): string | undefined {
  const text =
    'https://{HOST}/wlpl/TIKE-CONT/ValidarQR{PATH}?nif={nif}&numserie={NUMBER}&fecha={DD}-{MM}-{YYYY}&importe={AMOUNT}';
  const compute = (): Record<string, string> => ({
    HOST: given.test === true ? 'prewww2.aeat.es' : 'www2.agenciatributaria.gob.es',
    PATH: given.verifactu === false ? 'NoVerifactu' : '',
  });
  return fromDocument(text, ADDRESS, document, given, compute, { verifactu: A_BOOLEAN, test: A_BOOLEAN });
}

/**
 * The TicketBAI identifier: `TBAI-`, tax number, date, the first 13 characters of the signature, checksum.
 *
 * Source: TicketBAI, especificaciones 1.2.
 *
 * @throws UsageError
 */
export function tbaiId(given: TicketBaiIdGiven): string | undefined {
  const text = fromGiven('TBAI-{nif}-{date!}{DD}{MM}{YY}-{signature}', '\n', given);
  const covered = /^TBAI-[^-]+-\d{6}-.{13}/.exec(text ?? '')?.[0];
  return covered === undefined ? undefined : `${covered}-${crc8(`${covered}-`)}`;
}

/**
 * The URL in a TicketBAI QR code, with its checksum.
 *
 * Source: TicketBAI, especificaciones 1.2.
 *
 * @throws UsageError
 */
export function tbaiQr(given: TicketBaiQrGiven): string | undefined {
  const encoded = fromGiven('{base}?id={id}&s={series?}&nf={number}&i={total}', ADDRESS, given);
  const text = encoded?.replace(/^[^?]+/, decodeURIComponent);
  return text === undefined ? undefined : `${text}&cr=${crc8(text)}`;
}

const POLYNOMIAL = 0x07;

/** The CRC-8 of the UTF-8 bytes of a string, three digits: polynomial 07, initial value 0, as TicketBAI defines it. */
export function crc8(text: string): string {
  let crc = 0;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80) === 0 ? crc << 1 : ((crc << 1) ^ POLYNOMIAL) & 0xff;
  }
  return String(crc).padStart(3, '0');
}
