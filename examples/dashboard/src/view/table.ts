import type { Paged, PageStep } from 'receipt-reference-server/read-model/steps.js';
import { html, type Html, type Renderable } from './html.js';

/**
 * Renders a table with a caption. On narrow screens, the style sheet turns each row into a block of values, each with
 * its column name, one value per line unless `compact` is true. Thanks to the ARIA roles, screen readers still treat
 * the blocks as a table.
 */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Renderable[])[],
  none: string,
  { compact = false } = {},
): Html {
  if (rows.length === 0) return html`<p class="none">${none}</p>`;
  const head = columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`);
  return html`<table role="table" ${compact && html`class="compact"`}>
    <caption>
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${head}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (cells) =>
          html`<tr role="row">
            ${cells.map((cell, i) => toCell(cell, columns[i]!, i))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function toCell(cell: Renderable, column: string, index: number): Html {
  return index === 0
    ? html`<th role="rowheader" scope="row" data-column="${column}"><div>${cell}</div></th>`
    : html`<td role="cell" data-column="${column}"><div>${cell}</div></td>`;
}

/**
 * Renders links to the first, previous and next page of a list; null if there is only one page.
 *
 * @param base the URL of the first page
 */
export function pager(base: string, step: PageStep, { previous, next }: Omit<Paged<unknown>, 'rows'>): Html | null {
  if (step === undefined && next === undefined) return null;
  const link = (parameter: string, cursor: string) =>
    `${base}${base.includes('?') ? '&' : '?'}${new URLSearchParams({ [parameter]: cursor }).toString()}`;
  return html`<nav class="pager" aria-label="Pages of this list">
    ${step !== undefined && html`<a href="${base}">First page</a>`}
    ${previous !== undefined && html`<a href="${link('before', previous)}" rel="prev">Previous page</a>`}
    ${next !== undefined && html`<a href="${link('after', next)}" rel="next">Next page</a>`}
  </nav>`;
}
