import { fieldPath } from '../issues/field-path.js';
import { oneLine } from '../text/printable.js';
import { assertOptions } from '../usage/assert.js';
import type { Cell, DrawnQr, Note, NotedRow, NotedSection, ReceiptLayout, SectionName } from './model.js';
import { layoutOf } from './layout.js';
import { DRAW_HTML_OPTIONS, type DrawHtmlOptions } from './options.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Sections that are drawn as tables. */
const TABLES: ReadonlySet<SectionName> = new Set(['items', 'totals', 'taxes', 'tender']);
/** The quiet zone that QR code readers need, in modules. */
const QUIET = 4;
/** Longer labels of rates and taxes get a line of their own above the columns. */
const MAX_LABEL = 7;
/** The maximum number of characters in each column (label, net, tax, gross) of a table that gives labels more room. */
const TIGHT = [9, 10, 8, 10] as const;

/**
 * Draws a receipt as an HTML fragment, to be styled with `receiptStylesheet`: text in elements with classes, and QR
 * codes as SVG. It contains no scripts, styles or links. An element that shows a field of the document has its path in
 * `data-path`, as in issues. A note has its number in `data-issue`, and an id. An element with notes lists their
 * numbers in `data-issue`, separated by spaces, and its cell refers to them with `aria-describedby`.
 *
 * Never throws because of the document. Marks values that are missing or have the wrong type.
 *
 * @param document a transaction as posted or as stored; any other value is also accepted
 * @throws UsageError if an option is unknown or has a wrong value
 * @example
 * drawReceipt(document, { country: 'SE', issues: [...result.issues, ...result.warnings] });
 */
export function drawReceipt(document: unknown, options: DrawHtmlOptions = {}): string {
  assertOptions('options', options, DRAW_HTML_OPTIONS);
  const layout = { ...layoutOf(document, options, true), prefix: options.idPrefix ?? 'receipt' };
  const { kind, language, sections } = layout;
  const marks = sections.flatMap(({ rows }) => rows.map(({ mark }) => mark?.text.length ?? 0));
  const widest = Math.min(3, Math.max(0, ...marks));
  const isNoted = sections.some(({ rows }) => rows.some(({ notes }) => notes.length > 0));
  const classes = [
    'receipt',
    `receipt-${kind.replace('_', '-')}`,
    ...(widest > 0 ? [`receipt-marked receipt-mark-${widest}`] : []),
    ...(isNoted ? ['receipt-noted'] : []),
  ];
  const paper = sections.map((section) => sectionHtml(section, layout)).join('');
  return `<div class="${classes.join(' ')}" lang="${escape(language)}" dir="ltr"><div class="receipt-body"><div class="receipt-paper">${paper}</div><div class="receipt-edge"></div></div></div>`;
}

interface HtmlLayout extends ReceiptLayout {
  readonly prefix: string;
}

function sectionHtml({ name, rows, ruled }: NotedSection, layout: HtmlLayout): string {
  const isTight = name === 'taxes' && isTightTable(rows);
  const classes = `receipt-part receipt-part-${name}${isTight ? ' receipt-tight' : ''}${ruled ? ' receipt-ruled' : ''}`;
  if (!TABLES.has(name)) {
    const parts = rows.map((row) => paragraph(row, layout) + notesHtml(row, layout));
    return `<div class="${classes}">${parts.join('')}</div>`;
  }
  const columns = 1 + Math.max(...rows.map(({ right = [], mark }) => right.length + (mark === undefined ? 0 : 1)));
  const body = rows.map((row) => {
    const notes = notesHtml(row, layout);
    const aside = notes === '' ? '' : `<tr class="receipt-aside"><td colspan="${columns}">${notes}</td></tr>`;
    return {
      isHead: row.look === 'head',
      html: tableRow(row, columns, isTight ? TIGHT[0] : MAX_LABEL, layout) + aside,
    };
  });
  const [head, rest] = [true, false].map((which) =>
    body.flatMap(({ isHead, html }) => (isHead === which ? [html] : [])).join(''),
  );
  return `<table class="${classes}">${head === '' ? '' : `<thead>${head}</thead>`}<tbody>${rest}</tbody></table>`;
}

const lengthOf = (cells: readonly Cell[]): number => cells.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Whether a label such as `A 25,5 %` fits beside the amounts only if the tax column is narrower, and whether all
 * amounts fit such columns.
 */
function isTightTable(rows: readonly NotedRow[]): boolean {
  const labels = rows.map(({ left }) => lengthOf(left));
  return (
    labels.some((length) => length > MAX_LABEL && length <= TIGHT[0]) &&
    rows.every(({ right = [] }) => right.every((cells, i) => lengthOf(cells) <= TIGHT[i + 1]!))
  );
}

function paragraph(row: NotedRow, layout: HtmlLayout): string {
  const { look, left, right = [], qr } = row;
  if (qr !== undefined) return qrHtml(row, qr, layout);
  const parts = [
    ...(left.length === 0 ? [] : [`<span class="receipt-left">${cellsHtml(left, layout)}</span>`]),
    ...right.map((cells) => `<span class="receipt-right">${cellsHtml(cells, layout)}</span>`),
  ];
  return `<p class="receipt-row receipt-${look}"${described(row.notes, layout)}>${parts.join(' ')}</p>`;
}

function tableRow(row: NotedRow, columns: number, maxLabel: number, layout: HtmlLayout): string {
  const { look, left, right = [], mark, struck } = row;
  const isWide = look === 'tax' && right.length > 1 && lengthOf(left) > maxLabel;
  const classes = `receipt-row receipt-${look} receipt-columns-${right.length}${isWide ? ' receipt-wide' : ''}`;
  const description = described(row.notes, layout);
  if (right.length === 0)
    return `<tr class="${classes}"><td class="receipt-left" colspan="${columns}"${description}>${cellsHtml(left, layout)}</td></tr>`;
  const scope = look === 'head' ? 'col' : 'row';
  const tag = look === 'head' ? 'th scope="col"' : 'td';
  const cells = [...right, ...(mark === undefined ? [] : [[mark]])].map((list, i) => {
    const text = cellsHtml(list, layout);
    const isAmount = look === 'tax' || i === right.length - 1;
    const shown = struck === true && isAmount && i < right.length && text !== '' ? `<s>${text}</s>` : text;
    const name = i < right.length ? 'right' : 'mark';
    return `<${tag} class="receipt-${name}"${i === right.length - 1 ? description : ''}>${shown}</${tag.slice(0, 2)}>`;
  });
  return `<tr class="${classes}"><th scope="${scope}" class="receipt-left">${cellsHtml(left, layout)}</th>${cells.join('')}</tr>`;
}

/** The code as a single path, in a square with a quiet zone. */
function qrHtml({ notes, left }: NotedRow, { path, size, millimetres }: DrawnQr, layout: HtmlLayout): string {
  const side = size + 2 * QUIET;
  const width = ((millimetres * side) / size).toFixed(2);
  const field = escape(oneLine(fieldPath(left[0]!.path!)));
  return `<p class="receipt-row receipt-qr"${described(notes, layout)}><span data-path="${field}"><svg role="img" aria-label="QR" width="${width}mm" height="${width}mm" viewBox="${-QUIET} ${-QUIET} ${side} ${side}"><path d="${path}"/></svg></span></p>`;
}

/** The attribute that refers to the notes of a row. */
function described(notes: readonly Note[], { prefix }: HtmlLayout): string {
  if (notes.length === 0) return '';
  return ` aria-describedby="${notes.map(({ number }) => `${prefix}-note-${number}`).join(' ')}"`;
}

const cellsHtml = (cells: readonly Cell[], layout: HtmlLayout): string =>
  cells.map((cell) => cellHtml(cell, layout)).join('');

function cellHtml({ text, path, look, time }: Cell, { notesOf }: ReceiptLayout): string {
  const plain = look === 'userText' ? `<bdi>${escape(text)}</bdi>` : escape(text);
  const shown = time === undefined ? plain : `<time datetime="${escape(time)}">${plain}</time>`;
  if (path === undefined) return shown;
  const field = fieldPath(path);
  const notes = notesOf.get(field) ?? [];
  const classes = [...(look === 'missing' || look === 'raw' ? [`receipt-${look}`] : []), ...severityOf(notes)];
  const attributes = [
    ...(classes.length === 0 ? [] : [`class="${classes.join(' ')}"`]),
    `data-path="${escape(oneLine(field))}"`,
    ...(notes.length === 0 ? [] : [`data-issue="${notes.map(({ number }) => number).join(' ')}"`]),
  ];
  return `<span ${attributes.join(' ')}>${shown}</span>`;
}

function severityOf(notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  return [notes.some(({ severity }) => severity === 'error') ? 'receipt-error' : 'receipt-warning'];
}

function notesHtml({ notes }: NotedRow, { prefix }: HtmlLayout): string {
  return notes.length === 0
    ? ''
    : `<ol class="receipt-notes">${notes.map((note) => noteHtml(note, prefix)).join('')}</ol>`;
}

/** Messages are in English. */
function noteHtml({ number, severity, field, code, message }: Note, prefix: string): string {
  const kind = severity === 'warning' ? 'warning ' : '';
  return `<li class="receipt-note receipt-${severity}" id="${escape(prefix)}-note-${number}" data-issue="${number}" data-path="${escape(field)}" lang="en"><b class="receipt-number">${number}</b> ${kind}<code class="receipt-code">${escape(code)}</code> <bdi>${escape(message)}</bdi></li>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
