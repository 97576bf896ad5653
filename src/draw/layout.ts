import { fieldPath } from '../issues/field-path.js';
import { moreRows } from './cells.js';
import type { Block } from './country-layout.js';
import { figuresOf } from './figures.js';
import { fiscalRows, ownQrRows } from './fiscal.js';
import { headRows, kindOf, titleRows } from './head.js';
import { itemRows } from './items.js';
import { lettersOf } from './letters.js';
import type { Kind, ReceiptLayout, Row, SectionName, Sections } from './model.js';
import { byField, notedSections, readNotes, unreadNotes } from './notes.js';
import { numberRows, originalRows } from './number.js';
import { pathsTo, type RenderContext } from './render-context.js';
import { at } from './read.js';
import { otherRows } from './rest.js';
import { taxRows } from './taxes.js';
import { tenderRows } from './tender.js';
import { totalRows } from './totals.js';
import { styleOf } from './words.js';

const ROWS: Readonly<Record<Exclude<SectionName, 'other'>, (context: RenderContext) => Row[]>> = {
  head: headRows,
  qr: ownQrRows,
  title: titleRows,
  number: numberRows,
  items: itemRows,
  totals: totalRows,
  taxes: taxRows,
  tender: tenderRows,
  original: originalRows,
  fiscal: fiscalRows,
};

/** Lays out any document as the rows of a receipt. @param drawsQr whether the output can contain QR codes */
export function layoutOf(document: unknown, options: unknown, drawsQr: boolean): ReceiptLayout {
  const style = styleOf(document, options);
  const issues = at(options, 'issues');
  const notes = readNotes(issues);
  const concerned = new Set(notes.flatMap(({ path }) => pathsTo(path)));
  const kind = kindOf(document);
  const context: RenderContext = {
    document,
    kind,
    vendor: at(options, 'vendor'),
    original: at(options, 'original'),
    style,
    figures: figuresOf(style.locale, at(document, 'currency'), style.layout),
    sign: signOf(document, kind),
    concerns: (path) => concerned.has(fieldPath(path)),
    fiscalIssue: notes.some(({ code }) => code.startsWith('fiscal_')),
    drawsQr,
    letterOf: lettersOf(document, style.layout),
  };
  const sections: Sections = [
    ...blocksOf(style.layout.blocks, kind).map((name) => [name, ROWS[name](context)] as const),
    ['other', [...otherRows(context), ...moreRows(context.figures, unreadNotes(issues))]],
  ];
  return {
    kind,
    language: style.language,
    sections: notedSections(sections, notes, document),
    notesOf: byField(notes),
  };
}

/**
 * The sections of a receipt. All types except sales have a title. A correction prints the original's number next to its
 * own.
 */
function blocksOf(blocks: readonly Block[], kind: Kind): Block[] {
  return blocks.flatMap((name) => {
    if (name !== 'number') return [name];
    const titled: Block[] = blocks.includes('title') || kind === 'sale' ? [] : ['title'];
    return [...titled, name, ...(blocks.includes('original') ? [] : (['original'] as const))];
  });
}

/** The positive amounts of a refund are drawn with a minus. A refund with negative amounts is drawn unchanged. */
function signOf(document: unknown, kind: Kind): 1 | -1 {
  if (kind !== 'refund' && kind !== 'credit_note') return 1;
  const total = at(at(document, 'totals'), 'total');
  return typeof total === 'number' && total < 0 ? 1 : -1;
}
