import { localDate } from '../../src/calendar/dates.js';
import type { RuleContext } from '../../src/rule/rule-context.js';
import type { Rule } from '../../src/rule/types.js';
import { fiscalText, isSameFigures } from '../../src/rules/extensions/fiscal-figures.js';
import { crc8 } from '../../src/signing/spain.js';
import { show } from '../../src/text/show.js';

/** Rules for Spain that data cannot express. */
export const ownRules = (): readonly Rule[] => [ticketBaiChecksum(), verifactuQr()];

const CODE = /^(TBAI-[0-9A-Z]{9}-\d{6}-.{13}-)(\d{3})$/u;

/** Checks that the last three digits of a TicketBAI code are the CRC-8 of the text before them. */
function ticketBaiChecksum(): Rule {
  return {
    id: 'ticketbai-checksum',
    severity: 'warning',
    codes: ['fiscal_checksum'],
    summary: 'extensions.es.ticketBaiCode ends in the CRC-8 of its first 36 characters.',
    source: 'TicketBAI, specification 1.1: polynomial 07, initial value 0',
    reads: ['extensions', 'extensions.es', 'extensions.es.ticketBaiCode'],
    check: checkChecksum,
  };
}

function checkChecksum(run: RuleContext): void {
  const code = fiscalText(run, 'es', 'ticketBaiCode');
  const [, covered, stated] = (code === undefined ? null : CODE.exec(code)) ?? [];
  if (covered === undefined) return;
  const checksum = crc8(covered);
  if (checksum === stated) return;
  const message = (): string =>
    `extensions.es.ticketBaiCode ends in ${stated}, but the CRC-8 of the text before it is ${checksum}.`;
  run.report('extensions.es.ticketBaiCode', 'fiscal_checksum', message, { found: code });
}

const QR = 'extensions.es.verifactuQr';

/**
 * Checks that the VERI*FACTU QR code is an AEAT address with the invoice's four parameters. The amount and the date
 * must match the document, and the tax number must match the seller's, if the caller passes one.
 */
function verifactuQr(): Rule {
  return {
    id: 'verifactu-qr',
    severity: 'warning',
    codes: ['fiscal_format', 'fiscal_figures_deviate'],
    summary:
      "extensions.es.verifactuQr is an AEAT address with nif, numserie, fecha and importe, once each: nif is the business's number, if known, fecha the document's date, importe the amount with tax, before cash rounding.",
    source: 'AEAT, Características del QR, 0.5.0',
    reads: [
      'type',
      'timestamp',
      'tax.pricesIncludeTax',
      'totals.subtotal',
      'totals.tax',
      'extensions',
      'extensions.es',
      QR,
    ],
    check: checkQr,
  };
}

function checkQr(run: RuleContext): void {
  const text = fiscalText(run, 'es', 'verifactuQr');
  // Another rule warns about an empty string.
  if (!text) return;
  const stated = parametersOf(text);
  if (stated === undefined) {
    const message = (): string =>
      `${QR} is ${show(text)}, but must be an AEAT address with nif, numserie, fecha and importe.`;
    run.report(QR, 'fiscal_format', message, { found: text });
    return;
  }
  const { type, timestamp, tax, totals } = run.transaction;
  const exact = BigInt(totals.subtotal) + (tax.pricesIncludeTax ? 0n : BigInt(totals.tax));
  const { amount, scale } = stated;
  const day = localDate(timestamp).split('-').reverse().join('-');
  const seller = run.business.vatNumber;
  if (typeof seller === 'string' && seller !== '' && taxNumber(seller) !== taxNumber(stated.nif)) {
    const message = (): string =>
      `${QR} has the nif ${stated.nif}, but the business's tax number is ${taxNumber(seller)}.`;
    run.report(QR, 'fiscal_figures_deviate', message, { found: text });
  }
  if (stated.day === day && isSameFigures(type, [amount], [exact * scale])) return;
  const message = (): string =>
    `${QR} has the date ${stated.day} and the amount ${stated.amountText}, but the document is dated ${day} and totals ${exact} minor units.`;
  run.report(QR, 'fiscal_figures_deviate', message, { found: text });
}

/** A Spanish tax number without the country prefix, spaces, hyphens and full stops. */
const taxNumber = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[\s.-]/g, '')
    .replace(/^ES/, '');

/** The QR code's four parameters, parsed. */
interface QrParameters {
  readonly nif: string;
  readonly day: string;
  readonly amountText: string;
  /** The amount in minor units × `scale`. */
  readonly amount: bigint;
  /** 1, or a power of 10 if the amount has more than two decimals. */
  readonly scale: bigint;
}

const HOSTS: readonly string[] = ['www2.agenciatributaria.gob.es', 'prewww2.aeat.es'];
const PATHS: readonly string[] = ['/wlpl/TIKE-CONT/ValidarQR', '/wlpl/TIKE-CONT/ValidarQRNoVerifactu'];

/**
 * The parameters of an AEAT address; undefined for any other string, or if a parameter is missing, repeated or
 * malformed.
 */
function parametersOf(text: string): QrParameters | undefined {
  const url = parsed(text);
  if (url?.protocol !== 'https:' || !HOSTS.includes(url.host) || !PATHS.includes(url.pathname)) return undefined;
  const [nif, number, day, amountText] = ['nif', 'numserie', 'fecha', 'importe'].map((name) => {
    const [value, ...more] = url.searchParams.getAll(name);
    return more.length === 0 ? value : undefined;
  });
  const [, whole, decimals = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(amountText ?? '') ?? [];
  if (!nif || !number || whole === undefined || !/^\d\d-\d\d-\d{4}$/.test(day ?? '')) return undefined;
  const cents = decimals.padEnd(2, '0');
  return {
    nif,
    day: day!,
    amountText: amountText!,
    amount: BigInt(whole + cents),
    scale: 10n ** BigInt(cents.length - 2),
  };
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
