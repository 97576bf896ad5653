/** Tables in elements of class `sortable`: a button in each heading sorts the rows, and a field above filters them. */
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
    table.before(filterOf(table));
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

/** An input that hides rows without the typed words, and a count of the remaining rows. */
function filterOf(table) {
  const input = Object.assign(document.createElement('input'), { type: 'search' });
  const label = document.createElement('label');
  label.append('Filter ', input);
  const count = document.createElement('span');
  count.setAttribute('role', 'status');
  input.addEventListener('input', () => {
    const words = plain(input.value).split(/\s+/);
    const rows = [...table.tBodies[0].rows];
    for (const row of rows) row.hidden = !words.every((word) => plain(row.textContent).includes(word));
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  });
  const line = document.createElement('p');
  line.className = 'filter';
  line.append(label, ' ', count);
  return line;
}

/** Converts a string to lower case without accents. */
const plain = (text) => text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
