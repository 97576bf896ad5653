import type { Paged, PageStep } from '../queries/steps.js';
import { html, type Html, type Renderable } from './html.js';

/**
 * A table with a caption. On a narrow screen every row becomes a separate block, each value with the name of its column.
 * The roles keep it a table for screen readers when the style sheet changes its display.
 */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Renderable[])[],
  none: string,
): Html {
  if (rows.length === 0) return html`<p class="none">${none}</p>`;
  const head = columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`);
  return html`<table role="table">
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
 * Links to the first page of a list and to the adjacent pages; null if there is only one page. @param base URL of the
 * first page
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
