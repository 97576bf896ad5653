import { receiptStylesheet } from 'receipt-rule-packs/draw';

/** The colour scheme of a picture; `either` follows the reader's setting. */
export type Scheme = 'light' | 'dark' | 'either';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The style rules for readers who prefer a dark scheme. */
export const DARK = /@media \(prefers-color-scheme: dark\) \{\n(.*?)\n\}\n/s;
/** The parts of the style sheet that pictures do not need. */
const UNUSED = /@media (?:print|\(forced-colors: active\)) \{\n.*?\n\}\n/gs;
/** The margin around the receipt, in CSS pixels. */
const MARGIN = 8;

/** The receipt style sheet in one colour scheme. */
function sheetOf(scheme: Scheme): string {
  const sheet = receiptStylesheet.replaceAll(UNUSED, '');
  const own =
    scheme === 'either' ? sheet : sheet.replace(DARK, (_, dark: string) => (scheme === 'dark' ? `${dark}\n` : ''));
  return own.trim();
}

/** A picture's XHTML content. */
export function pictureBody(drawing: string): string {
  const named = drawing.replaceAll('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  return `<div xmlns="http://www.w3.org/1999/xhtml" style="padding: ${MARGIN}px">${named}</div>`;
}

/**
 * A drawing of `drawReceipt` as an image: its HTML and style sheet inside an SVG that loads nothing.
 *
 * @param title alternative text
 */
export function pictureOf(drawing: string, title: string, scheme: Scheme, { width, height }: Size): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${escaped(sheetOf(scheme))}</style>`,
    `<foreignObject width="${width}" height="${height}">${pictureBody(drawing)}</foreignObject>`,
    `</svg>\n`,
  ].join('\n');
}

/** The width and height stated in a picture. */
export function sizeOf(picture: string): Size {
  const [, width, height] = /^<svg [^>]*? width="(\d+)" height="(\d+)"/.exec(picture) ?? [];
  if (width === undefined) throw new Error('not a picture, because it states no width and height');
  return { width: Number(width), height: Number(height) };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
