import type { LawLabels } from '../law/types.js';
import { amountCell, fallbackCell, labelCell, printableText, textCell } from './cells.js';
import type { Cell, Kind, Row } from './model.js';
import type { RenderContext } from './render-context.js';
import { at, isGiven, textAt, type Path } from './read.js';

const TIMESTAMP =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$/;
/** A longer timestamp is drawn as is: matching a repeating pattern can overflow the engine's stack. */
const MAX_TIMESTAMP_LENGTH = 100;
const ADDRESS = [['line1'], ['line2'], ['postalCode', 'city'], ['region', 'country']];
const KINDS = ['sale', 'refund', 'credit_note', 'exchange', 'void'] as const satisfies readonly Kind[];

export function headRows(context: RenderContext): Row[] {
  const sold = at(context.document, 'vendor');
  const tell = (key: string): Cell | undefined => vendorCell(context, sold, key);
  const name = tell('name') ?? tell('legalName');
  const id: Cell = textCell(['vendor', 'id'], at(sold, 'id'));
  const place = tell('locationName');
  const rows: Row[] = [{ look: 'name', left: [name ?? place ?? id] }];
  if (name !== undefined && place !== undefined) rows.push({ look: 'centred', left: [place] });
  rows.push(...addressRows(context, sold));
  const numbers = [tell('orgNumber'), tell('vatNumber')].filter((cell) => cell !== undefined);
  if (numbers.length > 0) rows.push({ look: 'centred', left: joined(numbers, ' · ') });
  return rows;
}

/** The business, from the document if present, otherwise from the options. */
function vendorCell({ vendor }: RenderContext, sold: unknown, key: string): Cell | undefined {
  const path = ['vendor', key];
  const value = at(sold, key);
  if (isGiven(value) && value !== null) return textCell(path, value);
  const known = textAt(vendor, key);
  return known === undefined ? undefined : { text: printableText(known), look: 'userText' };
}

function addressRows({ vendor }: RenderContext, sold: unknown): Row[] {
  const inDocument = at(sold, 'address') !== undefined;
  const address = inDocument ? at(sold, 'address') : at(vendor, 'address');
  const cell = (key: string): Cell[] => {
    const text = textAt(address, key);
    if (text === undefined) return [];
    return [{ text: printableText(text), look: 'userText', path: inDocument ? ['vendor', 'address', key] : undefined }];
  };
  const lines = ADDRESS.map((keys) => joined(keys.flatMap(cell), ' '));
  return lines.filter((left) => left.length > 0).map((left) => ({ look: 'centred', left }));
}

/** The title, number and time of the document. */
export function titleRows(context: RenderContext): Row[] {
  const { document, labels: words } = context;
  const type = at(document, 'type');
  const kind = kindOf(document);
  const title = kind === 'unknown' ? fallbackCell(['type'], type) : { text: titleOf(kind, words), path: ['type'] };
  const rows: Row[] = [{ look: 'title', left: [title] }];
  const settled = at(document, 'settled');
  if (settled === false && kind !== 'void')
    rows.push({ look: 'field', left: [labelCell('settled')], right: { text: 'false', path: ['settled'] } });
  rows.push({
    look: 'pair',
    left: [labelCell(`${words.number} `), textCell(['receiptNumber'], at(document, 'receiptNumber'))],
    right: timeCell(['timestamp'], at(document, 'timestamp')),
  });
  rows.push(...originalRows(at(document, 'linkedTransaction')));
  return rows;
}

export function kindOf(document: unknown): Kind {
  const type = at(document, 'type');
  return KINDS.find((kind) => kind === type) ?? 'unknown';
}

export function titleOf(kind: Exclude<Kind, 'unknown'>, words: LawLabels): string {
  if (kind === 'sale') return words.receipt;
  return kind === 'credit_note' ? words.creditNote : words[kind];
}

/** The local time of the sale: the timestamp as written, without its offset. */
function timeCell(path: Path, value: unknown): Cell {
  const text = typeof value === 'string' && value.length <= MAX_TIMESTAMP_LENGTH ? value : '';
  const [, date, time, offset] = TIMESTAMP.exec(text) ?? [];
  if (date === undefined) return textCell(path, value);
  return { text: `${date} ${time}${offset === 'Z' ? ' UTC' : ''}`, path };
}

/** The corrected sale, the reason, and the notes. */
function originalRows(linked: unknown): Row[] {
  const cells = ['originalTransactionId', 'reason', 'note']
    .filter((key) => isGiven(at(linked, key)))
    .map((key) => textCell(['linkedTransaction', key], at(linked, key)));
  return cells.length === 0 ? [] : [{ look: 'quiet', left: [labelCell('← '), ...joined(cells, ' · ')] }];
}

/** Puts a separator between cells. */
export function joined(cells: readonly Cell[], sign: string): Cell[] {
  return cells.flatMap((cell, i) => (i === 0 ? [cell] : [labelCell(sign), cell]));
}

/** An amount of the document, with the opposite sign if money goes back. */
export const money = (context: RenderContext, path: Path, value: unknown): Cell =>
  amountCell(path, value, context.figures, context.sign);
