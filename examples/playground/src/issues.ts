import type { App } from './app.js';
import { partsOf } from './card-parts.js';
import { drawCards } from './cards.js';
import { byId, el } from './dom.js';
import { drawVerdict } from './draw-verdict.js';
import type { Judged } from './verdict.js';

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
  /** A fault without an issue: the text is not JSON, or not an object. */
  const drawFault = (message: string, at: number) => {
    const show = () => app.reveal({ from: at, to: at });
    const button = el('button', { type: 'button', click: show }, 'Show in text');
    list.replaceChildren(el('li', { class: 'card error' }, el('p', {}, message), button));
  };
  app.onVerdict((verdict) => {
    drawVerdict(bar, verdict);
    const hadFocus = list.contains(document.activeElement);
    if (verdict.kind === 'not-json') drawFault(verdict.message, verdict.at);
    else if (verdict.notes.length > 0 || verdict.result?.valid !== false) draw(verdict);
    else drawFault(verdict.result.error.message, verdict.root.from);
    none.hidden = list.children.length > 0;
    // The pressed button no longer exists.
    if (hadFocus) bar.focus();
  });
}
