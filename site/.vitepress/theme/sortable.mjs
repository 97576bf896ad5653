/* global document */
/** Tables in an element of the class `sortable`: a button in each heading sorts the rows by that column. */
export function makeSortable() {
  for (const table of document.querySelectorAll('.sortable table:not([data-sortable])')) {
    table.dataset.sortable = '';
    for (const [column, heading] of [...table.querySelectorAll('th')].entries()) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener('click', () => sort(table, heading, column));
    }
  }
}

function sort(table, heading, column) {
  const isDown = heading.getAttribute('aria-sort') === 'ascending';
  for (const other of table.querySelectorAll('th')) other.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
  const [body] = table.tBodies;
  const textOf = (row) => row.cells[column]?.textContent.trim() ?? '';
  const order = new Intl.Collator('en', { numeric: true });
  body.append(...[...body.rows].sort((a, b) => (isDown ? -1 : 1) * order.compare(textOf(a), textOf(b))));
}
