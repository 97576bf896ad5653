import { labelCell, printableText, scalarCell } from './cells.js';
import type { FiscalQr } from './country-layout.js';
import type { Cell, DrawnQr, Row } from './model.js';
import { filled } from './pattern.js';
import { pathOf, qrCode } from './qr.js';
import { qrBytes } from './qr-content.js';
import type { RenderContext } from './render-context.js';
import { at, atPath, isGiven, keysOf } from './read.js';

const MAX_NAMESPACES = 8;
const MAX_FIELDS = 24;
/** Default width of a QR module on paper, in millimetres. */
const MODULE = 0.4;
/** A code stays this many millimetres within the limits of its width, because printers and browsers round. */
const MARGIN = 0.1;

/** The fiscal device's data with the country's labels, and the QR code unless the layout puts it elsewhere. */
export function fiscalRows(context: RenderContext): Row[] {
  const { style } = context;
  const { fiscal, blocks } = style.layout;
  if (!style.isKnown) return plainRows(context);
  if (fiscal === undefined) return [];
  const code = blocks.includes('qr') ? [] : qrRows(context);
  const hides = fiscal.qr?.replacesFields === true && code.some(({ qr }) => qr !== undefined);
  const told = fiscal.words?.line ?? '';
  const fields = Object.entries(fiscal.fields).flatMap(([field, label]): Row[] => {
    const cell = fieldCell(context, field);
    if (cell === undefined || told.includes(`{${field}}`)) return [];
    if (label === null) return [{ look: 'centred', left: [cell] }];
    const isLabelled = cell.text.startsWith(label);
    return [{ look: 'field', left: isLabelled ? [] : [labelCell(label)], right: [[cell]] }];
  });
  const line = filled(told, (field) => {
    const cell = fieldCell(context, field);
    return cell === undefined ? [] : [cell];
  });
  const sentence: Row[] = told !== '' && line.length > 0 ? [{ look: 'quiet', left: line }] : [];
  return [...(hides ? [] : fields), ...code, ...sentence];
}

/** The QR code, for layouts that put it outside the fiscal block. */
export const ownQrRows = (context: RenderContext): Row[] =>
  context.style.layout.fiscal === undefined ? [] : qrRows(context);

/**
 * The QR code between the words above and below it. If the content is too long or there is an issue with the data,
 * draws text instead of the code.
 */
function qrRows(context: RenderContext): Row[] {
  const { document, vendor } = context;
  const { qr, words } = context.style.layout.fiscal!;
  const cell = qr === undefined ? undefined : fieldCell(context, qr.from);
  if (qr === undefined || cell === undefined) return [];
  const word = (text: string | undefined): Row[] =>
    text === undefined ? [] : [{ look: 'centred', left: [labelCell(text)] }];
  const bytes = context.fiscalIssue ? undefined : qrBytes(document, vendor, atPath(document, cell.path!), qr);
  if (bytes !== undefined && !context.drawsQr) return [];
  const row: Row =
    bytes === undefined ? { look: 'centred', left: [cell] } : { look: 'qr', left: [cell], qr: drawnQr(bytes, qr) };
  return [...word(words?.above), row, ...word(words?.below)];
}

function drawnQr(bytes: Uint8Array, { ecLevel, minMm = 0, maxMm = Infinity }: FiscalQr): DrawnQr {
  const matrix = qrCode(bytes, ecLevel);
  const size = matrix.length;
  return { path: pathOf(matrix), size, millimetres: Math.min(maxMm - MARGIN, Math.max(minMm + MARGIN, size * MODULE)) };
}

/** A field of the country's namespace; undefined if the document lacks it. */
function fieldCell({ document, style }: RenderContext, field: string): Cell | undefined {
  const path = ['extensions', style.country!.toLowerCase(), field];
  const value = atPath(document, path);
  return isGiven(value) && value !== null ? scalarCell(path, value) : undefined;
}

/** All data from control units, signing devices and authorities, field by field, for countries without a layout. */
function plainRows({ document }: RenderContext): Row[] {
  const extensions = at(document, 'extensions');
  return keysOf(extensions, MAX_NAMESPACES).flatMap((namespace) => {
    const fields = at(extensions, namespace);
    return keysOf(fields, MAX_FIELDS).map((key): Row => {
      const path = ['extensions', namespace, key];
      return { look: 'field', left: [labelCell(printableText(key))], right: [[scalarCell(path, at(fields, key))]] };
    });
  });
}
