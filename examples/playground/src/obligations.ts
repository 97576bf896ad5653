import type { App } from './app.js';
import { byId, el } from './dom.js';
import { shopOf } from './judge.js';

/** The text for each state. */
const STATES = {
  held: '✓ shown',
  missing: '✗ missing',
  outside: '– does not apply',
  elsewhere: '– the seller’s details, in the stored document',
  unchecked: '? not checked',
} as const;

/** Lists, below the causes, what the law requires on the receipt, and whether the document contains it. */
export function showObligations(app: App): void {
  const list = el('ul', {});
  const details = el('details', { id: 'obligations' }, el('summary', {}, 'What the receipt must show'), list);
  const fill = () => {
    if (!details.open || app.verdict.kind !== 'judged') return;
    const rows = shopOf(app.setting).obligations(app.verdict.document);
    const items = rows.map(({ id, description, citation, article = '', state }) =>
      el(
        'li',
        { 'data-obligation': id, 'data-state': state },
        el('strong', {}, STATES[state]),
        ` ${description}`,
        citation !== undefined && el('small', {}, ` ${citation} ${article}`),
      ),
    );
    list.replaceChildren(...(items.length > 0 ? items : [el('li', {}, 'We found no requirements for this country.')]));
  };
  details.addEventListener('toggle', fill);
  app.onVerdict(({ kind }) => {
    details.hidden = kind !== 'judged';
    fill();
  });
  byId('none', HTMLElement).after(details);
}
