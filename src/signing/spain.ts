import { crc8 } from './crc8.js';
import { A_BOOLEAN, A_STRING, A_TEXT, checkDocument, checkGiven } from './given.js';
import { amountText, clock, minorUnits, none, orNone, part, signedAmount, signOf } from './text.js';
import type {
  SignableDocument,
  SpanishAnulacionGiven,
  SpanishHuellaGiven,
  SpanishQrGiven,
  TicketBaiIdGiven,
  TicketBaiQrGiven,
} from './types.js';

function spanishDay(document: SignableDocument): string {
  const { y, m, d } = clock(document);
  return `${d}-${m}-${y}`;
}

/** `name=value&name=value`. A value may be empty. */
function record(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value === '' ? '' : part(value, '&')}`)
    .join('&');
}

/**
 * The text whose SHA-256 is the huella of a record of VERI*FACTU, upper-case hexadecimal.
 *
 * Source: AEAT, Especificaciones técnicas para la generación de la huella, 0.1.2.
 *
 * @throws UsageError
 */
export function esHuellaText(document: SignableDocument, given: SpanishHuellaGiven): string | undefined {
  checkDocument(document);
  checkGiven(
    given,
    { nif: A_TEXT, invoiceType: A_TEXT, generated: A_TEXT },
    { taxText: A_TEXT, previous: A_STRING },
  );
  return orNone(() =>
    record({
      IDEmisorFactura: given.nif,
      NumSerieFactura: part(document.receiptNumber),
      FechaExpedicionFactura: spanishDay(document),
      TipoFactura: given.invoiceType,
      CuotaTotal: given.taxText ?? amountText(signOf(document) * minorUnits(document.totals.tax)),
      ImporteTotal: amountText(signedAmount(document)),
      Huella: given.previous ?? '',
      FechaHoraHusoGenRegistro: given.generated,
    }),
  );
}

/**
 * The text whose SHA-256 is the huella of a record that annuls an invoice.
 *
 * Source: AEAT, Especificaciones técnicas para la generación de la huella, 0.1.2.
 *
 * @throws UsageError
 */
export function esAnulacionText(given: SpanishAnulacionGiven): string | undefined {
  checkGiven(given, { nif: A_TEXT, number: A_TEXT, date: A_TEXT, generated: A_TEXT }, { previous: A_STRING });
  return orNone(() =>
    record({
      IDEmisorFacturaAnulada: given.nif,
      NumSerieFacturaAnulada: given.number,
      FechaExpedicionFacturaAnulada: given.date.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3-$2-$1'),
      Huella: given.previous ?? '',
      FechaHoraHusoGenRegistro: given.generated,
    }),
  );
}

/** None for a text with a line break, or that has no bytes. */
const encoded = (value: string): string => (value === '' ? '' : encodeURIComponent(part(value)));

/**
 * The address in the QR code of a Spanish invoice.
 *
 * Source: AEAT, Características del QR, 0.5.0.
 *
 * @throws UsageError
 */
export function esQr(document: SignableDocument, given: SpanishQrGiven): string | undefined {
  checkDocument(document);
  checkGiven(given, { nif: A_TEXT }, { verifactu: A_BOOLEAN, test: A_BOOLEAN });
  return orNone(() => {
    const host = given.test === true ? 'prewww2.aeat.es' : 'www2.agenciatributaria.gob.es';
    const path = given.verifactu === false ? 'ValidarQRNoVerifactu' : 'ValidarQR';
    const number = encoded(part(document.receiptNumber));
    const day = spanishDay(document);
    const amount = amountText(signedAmount(document));
    return `https://${host}/wlpl/TIKE-CONT/${path}?nif=${encoded(given.nif)}&numserie=${number}&fecha=${day}&importe=${amount}`;
  });
}

/**
 * The identifier of TicketBAI: `TBAI-`, tax number, day, the first 13 characters of the signature, checksum.
 *
 * Source: TicketBAI, especificaciones 1.2.
 *
 * @throws UsageError
 */
export function tbaiId(given: TicketBaiIdGiven): string | undefined {
  checkGiven(given, { nif: A_TEXT, date: A_TEXT, signature: A_TEXT });
  return orNone(() => {
    const day = given.date.replace(/^\d\d(\d\d)-(\d\d)-(\d\d)$/, '$3$2$1');
    const signature = part(given.signature).slice(0, 13);
    if (!/^\d{6}$/.test(day) || signature.length < 13) none();
    const covered = `TBAI-${part(given.nif, '-')}-${day}-${signature}-`;
    return covered + crc8(covered);
  });
}

/**
 * The address in the QR code of TicketBAI, with its checksum.
 *
 * Source: TicketBAI, especificaciones 1.2.
 *
 * @throws UsageError
 */
export function tbaiQr(given: TicketBaiQrGiven): string | undefined {
  checkGiven(given, { base: A_TEXT, id: A_TEXT, series: A_STRING, number: A_TEXT, total: A_TEXT });
  return orNone(() => {
    const { base, id, series, number, total } = given;
    const covered = `${part(base)}?id=${encoded(id)}&s=${encoded(series)}&nf=${encoded(number)}&i=${encoded(total)}`;
    return `${covered}&cr=${crc8(covered)}`;
  });
}
