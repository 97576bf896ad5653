import { fieldPath } from '../issues/field-path.js';
import { labelCell } from './cells.js';
import { figuresOf } from './figures.js';
import { headRows, kindOf, titleRows } from './head.js';
import { itemRows } from './items.js';
import type { ReceiptLayout, Row, Sections } from './model.js';
import { byField, notedRows, readNotes, unreadNotes } from './notes.js';
import { pathsTo, type RenderContext } from './render-context.js';
import { at, textAt } from './read.js';
import { extensionRows, otherRows } from './rest.js';
import { taxRows } from './taxes.js';
import { totalRows } from './totals.js';
import { countryOf, labelsOf, wordsFor } from './words.js';

/** The rows of the receipt of any document. */
export function layoutOf(document: unknown, options: unknown): ReceiptLayout {
  const country = countryOf(document, options);
  const { words, locale } = wordsFor(
    country,
    textAt(options, 'locale') ?? textAt(document, 'locale'),
    labelsOf(options),
  );
  const issues = at(options, 'issues');
  const notes = readNotes(issues);
  const concerned = new Set(notes.flatMap(({ path }) => pathsTo(path)));
  const kind = kindOf(document);
  const context: RenderContext = {
    document,
    vendor: at(options, 'vendor'),
    labels: words,
    figures: figuresOf(locale, at(document, 'currency')),
    sign: signOf(document),
    concerns: (path) => concerned.has(fieldPath(path)),
  };
  const unread = unreadNotes(issues);
  const moreRows: Row[] =
    unread > 0 ? [{ look: 'quiet', left: [labelCell(`… + ${context.figures.decimal(unread)}`)] }] : [];
  const sections: Sections = {
    head: headRows(context),
    title: titleRows(context),
    items: itemRows(context),
    totals: totalRows(context),
    tax: taxRows(context),
    extensions: extensionRows(context),
    other: [...otherRows(context), ...moreRows],
  };
  return { kind, language: words.language, rows: notedRows(sections, notes, document), notesOf: byField(notes) };
}

/** A refund states returned amounts as positive. One that states them as negative is drawn unchanged. */
function signOf(document: unknown): 1 | -1 {
  const kind = kindOf(document);
  if (kind !== 'refund' && kind !== 'credit_note') return 1;
  const total = at(at(document, 'totals'), 'total');
  return typeof total === 'number' && total < 0 ? 1 : -1;
}
