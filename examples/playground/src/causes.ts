import type { App } from './app.js';
import { partsOf } from './card-parts.js';
import { drawCards } from './cards.js';
import { docsLink } from './docs.js';
import { byId, el } from './dom.js';
import { drawVerdict } from './draw-verdict.js';
import { notJson } from './json/not-json.js';
import { apply } from './repair.js';
import { causeSheet, isNarrow } from './sheet.js';
import type { NotJson } from './verdict.js';

/** Shows the verdict bar and the list of causes, and adds the keyboard shortcuts for them. */
export function showCauses(app: App): void {
  const list = byId('issues', HTMLElement);
  const bar = byId('verdict', HTMLElement);
  const none = byId('none', HTMLElement);
  const parts = partsOf(app);
  const openSheet = causeSheet(app, parts.more);
  app.onSelect((cause) => {
    if (isNarrow()) openSheet(cause);
    else app.show(cause);
  });
  /** Shows an error that has no cause because the text is not JSON, or because the JSON is not an object. */
  const drawFault = (message: string, at: number, ...more: readonly Node[]) => {
    const show = () => app.reveal({ from: at, to: at });
    const button = el('button', { type: 'button', click: show }, 'Show in text');
    list.replaceChildren(
      el('li', { class: 'card error' }, el('p', {}, message), el('div', { class: 'tools' }, ...more, button)),
    );
  };
  const drawNotJson = ({ at }: NotJson) => {
    const { kind, say, button, text } = notJson(app.text, at);
    const repair = () => app.open(text!);
    const fix = text !== undefined && el('button', { type: 'button', class: 'fix', click: repair }, button);
    const isInCookbook = kind === 'csv' || kind === 'xml';
    const link = isInCookbook ? docsLink('cookbook', 'How to turn it into receipts') : [];
    drawFault(say, at, ...(fix ? [fix] : []), ...link);
  };
  app.onCauses((causes) => {
    const { verdict } = app;
    const hadFocus = list.contains(document.activeElement);
    const isEmpty = app.text.trim() === '';
    drawVerdict(bar, isEmpty ? 'empty' : verdict, causes, { repairs: app.repairs, undo: () => app.undoRepairs() });
    if (verdict.kind === 'not-json') drawNotJson(verdict);
    else if (causes.length > 0 || verdict.result?.valid !== false)
      drawCards(list, causes, {
        show: (cause) => app.select(cause),
        above: () => parts.above(causes),
        more: parts.more,
      });
    else drawFault(verdict.result.error.message, verdict.root.from);
    none.hidden = list.children.length > 0;
    // The button that had focus no longer exists.
    if (hadFocus) bar.focus();
  });
  let current = -1;
  document.addEventListener('keydown', (event) => {
    const { causes } = app;
    if (causes.length === 0) return;
    if (event.key === 'F8') {
      current = (current + (event.shiftKey ? causes.length - 1 : 1)) % causes.length;
      app.select(causes[Math.max(current, 0)]!);
    } else if (event.key === 'Enter' && event.altKey) {
      apply(app, [causes[Math.min(Math.max(current, 0), causes.length - 1)]!.cause]);
    } else return;
    event.preventDefault();
  });
}
