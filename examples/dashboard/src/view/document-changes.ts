import type { DocumentChange } from '../document-changes.js';
import { html, type Html } from './html.js';
import { identifier } from './parts.js';
import { table } from './table.js';

/** Renders the differences between a rejected document and the document that was stored later. */
export function changeTable(changes: readonly DocumentChange[]): Html {
  const rows = changes.map(({ field, before, after }) => [
    identifier(field === '' ? 'the document' : field),
    before === undefined ? '–' : html`<code>${before}</code>`,
    after === undefined ? '–' : html`<code>${after}</code>`,
  ]);
  return table('What changed', ['Field', 'Rejected', 'Stored'], rows, 'The stored document is identical.');
}
