/** Reads drawn receipts for tests: HTML with a real parser, text line by line. */
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { drawReceipt, drawReceiptText, type DrawOptions } from 'receipt-rule-packs/draw';
import { columns } from '../../src/text/printable';

/** An element of a receipt drawn as HTML. */
export interface Drawn {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

const TAGS = new Set([
  ...['div', 'p', 'span', 'bdi', 'ol', 'li', 'b', 'code', 'time', 's', 'svg', 'path'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);
const ATTRIBUTES = new Set([
  ...['class', 'data-path', 'data-issue', 'lang', 'dir', 'id', 'aria-describedby', 'scope', 'colspan', 'datetime'],
  // For QR codes.
  ...['role', 'aria-label', 'width', 'height', 'viewBox', 'd'],
]);
const CLASSES = /^receipt(?:-[a-z0-9]+)*(?: receipt(?:-[a-z0-9]+)*)*$/;
/** Control characters, lone surrogates, and characters that change the writing direction. */
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

/** The elements of a receipt drawn as HTML, in order. */
export function elementsOf(html: string): Drawn[] {
  const faults: string[] = [];
  const fragment = parseFragment(html, { onParseError: ({ code }) => faults.push(code) });
  if (faults.length > 0) throw new Error(`not well-formed: ${faults.join()}`);
  const found: Drawn[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): string => {
    if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
    if (!('tagName' in node) && node.nodeName !== '#document-fragment') throw new Error(`a node ${node.nodeName}`);
    const at = found.length;
    if ('tagName' in node) found.push({ tag: '', attributes: {}, text: '' });
    const text = 'childNodes' in node ? node.childNodes.map(visit).join('') : '';
    if ('tagName' in node) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      found[at] = { tag: node.tagName, attributes, text };
    }
    return text;
  };
  visit(fragment);
  return found;
}

/** The unsafe parts in a receipt's HTML; empty if the HTML is safe. */
export function unsafeParts(html: string): string[] {
  return elementsOf(html).flatMap(({ tag, attributes, text }) => [
    ...(TAGS.has(tag) ? [] : [`<${tag}>`]),
    ...Object.keys(attributes).filter((name) => !ATTRIBUTES.has(name)),
    ...(attributes.class === undefined || CLASSES.test(attributes.class) ? [] : [`class ${attributes.class}`]),
    ...[text, ...Object.values(attributes)].filter((part) => UNSAFE.test(part)).map((part) => JSON.stringify(part)),
  ]);
}

/** The unsafe parts in a receipt drawn as text; empty if the text is safe. */
export function unsafeLines(text: string, width: number): string[] {
  if (!text.endsWith('\n')) return ['no line feed at the end'];
  return text
    .slice(0, -1)
    .split('\n')
    .filter((line) => UNSAFE.test(line) || columns(line) > width);
}

/** The rows of a receipt drawn as text, without the frame, and with single spaces. */
export const rowsOf = (text: string): string[] => text.split('\n').map((row) => row.replace(/[│\s]+/g, ' ').trim());

/** Draws a document as HTML and as text. Returns the unsafe parts. */
export function drawnUnsafely(document: unknown, options: DrawOptions = {}): string[] {
  return [
    ...unsafeParts(drawReceipt(document, options)),
    ...unsafeLines(drawReceiptText(document, { ...options, width: 100 }), 100),
    ...unsafeLines(drawReceiptText(document, { ...options, width: 40 }), 40),
  ];
}

/** Each field's printed text, with normalized spaces. */
export function fieldsOf(document: unknown, options: DrawOptions = {}): ReadonlyMap<string, string> {
  const fields = elementsOf(drawReceipt(document, options)).flatMap(({ tag, attributes, text }) =>
    tag === 'span' && attributes['data-path'] !== undefined
      ? [[attributes['data-path'], text.replace(/[\u00a0\u202f]/g, ' ')] as const]
      : [],
  );
  return new Map(fields);
}
