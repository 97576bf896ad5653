import { fieldPath } from '../issues/field-path.js';
import { oneLine } from '../text/printable.js';
import { assertOptions } from '../usage/assert-options.js';
import type { Cell, Note, NotedRow, ReceiptLayout } from './model.js';
import { layoutOf } from './layout.js';
import { DRAW_OPTIONS } from './options.js';
import type { DrawOptions } from './types.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Draws a receipt as a fragment of HTML, to be styled with `receiptStylesheet`: text in elements with classes, without
 * scripts, styles, links or ids. An element that shows a field of the document has `data-path`, the field as issues name
 * it. A note has `data-issue`, its number. The element that the note is about has `data-issue` too, with several numbers
 * separated by spaces.
 *
 * It never throws for a document. It marks a value that is missing or has the wrong type.
 *
 * @param document a transaction as posted or as stored; any other value is accepted too
 * @throws UsageError for an unknown option or a wrong value
 * @example
 * drawReceipt(document, { country: 'SE', issues: [...result.issues, ...result.warnings] });
 */
export function drawReceipt(document: unknown, options: DrawOptions = {}): string {
  assertOptions('options', options, DRAW_OPTIONS);
  const layout = layoutOf(document, options);
  const { kind, language } = layout;
  const groups = groupsOf(layout.rows).map((rows) => groupHtml(rows, layout));
  return `<div class="receipt receipt-${kind.replace('_', '-')}" lang="${escape(language)}" dir="ltr"><div class="receipt-body">${groups.join('')}<div class="receipt-edge"></div></div></div>`;
}

/** A row with notes and the rows without notes below it: the notes may use the space beside all of them. */
function groupsOf(rows: readonly NotedRow[]): NotedRow[][] {
  const groups: NotedRow[][] = [];
  for (const row of rows) {
    if (groups.length === 0 || row.notes.length > 0) groups.push([row]);
    else groups.at(-1)!.push(row);
  }
  return groups;
}

/** Always has an element after the first row, even an empty one: it is the paper beside long notes. */
function groupHtml([head, ...rest]: readonly NotedRow[], layout: ReceiptLayout): string {
  const below = rest.map((row) => rowHtml(row, layout));
  const notes = head!.notes.length === 0 ? '' : `<ol class="receipt-notes">${head!.notes.map(noteHtml).join('')}</ol>`;
  return `<div class="receipt-group">${rowHtml(head!, layout)}${notes}<div class="receipt-rows">${below.join('')}</div></div>`;
}

function rowHtml({ look, first, left, middle, right }: NotedRow, layout: ReceiptLayout): string {
  const cells = (list: readonly Cell[]) => list.map((cell) => cellHtml(cell, layout)).join('');
  const parts = [
    `<span class="receipt-left">${cells(left)}</span>`,
    ...(middle === undefined ? [] : [`<span class="receipt-middle">${cells([middle])}</span>`]),
    ...(right === undefined ? [] : [`<span class="receipt-right">${cells([right])}</span>`]),
  ];
  return `<p class="receipt-row receipt-${look}${first ? ' receipt-first' : ''}">${parts.join(' ')}</p>`;
}

function cellHtml({ text, path, look }: Cell, { notesOf }: ReceiptLayout): string {
  const shown = look === 'userText' ? `<bdi>${escape(text)}</bdi>` : escape(text);
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

/** Messages are in English. */
function noteHtml({ number, severity, field, code, message }: Note): string {
  const kind = severity === 'warning' ? 'warning ' : '';
  return `<li class="receipt-note receipt-${severity}" data-issue="${number}" data-path="${escape(field)}" lang="en"><b class="receipt-number">${number}</b> ${kind}<code class="receipt-code">${escape(code)}</code> <bdi>${escape(message)}</bdi></li>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
