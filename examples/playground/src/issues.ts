import type { App } from './app.js';
import { partsOf } from './card-parts.js';
import { drawCards } from './cards.js';
import { byId, el } from './dom.js';
import { drawVerdict } from './tell.js';
import type { Judged, NotJson } from './verdict.js';

/** The bar with the verdict, and the list of issues. */
export function showIssues(app: App): void {
  const list = byId('issues', HTMLElement);
  const bar = byId('verdict', HTMLElement);
  const none = byId('none', HTMLElement);
  const parts = partsOf(app);
  const draw = (judged: Judged) =>
    drawCards(list, judged.notes, {
      show: ({ place }) => app.reveal(place.range),
      above: () => parts.above(judged),
      more: (note) => parts.more(note, judged),
    });
  const drawFault = ({ at, message }: NotJson) => {
    const show = () => app.reveal({ from: at, to: at });
    const button = el('button', { type: 'button', click: show }, 'Show the place');
    list.replaceChildren(el('li', { class: 'card error' }, el('p', {}, message), button));
  };
  app.onVerdict((verdict) => {
    drawVerdict(bar, verdict);
    const hadFocus = list.contains(document.activeElement);
    if (verdict.kind === 'judged') draw(verdict);
    else drawFault(verdict);
    none.hidden = list.children.length > 0;
    // The button that was pressed is gone.
    if (hadFocus) bar.focus();
  });
}
