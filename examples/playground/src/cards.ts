import { el } from './dom.js';
import type { NumberedCause } from './verdict.js';

/** The content and the actions of the cards. */
export interface CardActions {
  /** Shows a cause in the text. */
  readonly show: (cause: NumberedCause) => void;
  /** Returns a card's parts below the title. */
  readonly more: (cause: NumberedCause) => readonly Node[];
  /** Returns the elements above the cards. */
  readonly above: () => readonly Node[];
}

/** Draws the list of causes, with one card for each cause. */
export function drawCards(list: HTMLElement, causes: readonly NumberedCause[], actions: CardActions): void {
  list.replaceChildren(...actions.above(), ...causes.map((cause) => card(cause, actions)));
}

function card(numbered: NumberedCause, { show, more }: CardActions): HTMLElement {
  const { cause, number, severity } = numbered;
  // Name the field, unless the changes below the title name it.
  const isNamed = cause.field !== '' && (cause.changes.length === 0 || cause.options !== undefined);
  return el(
    'li',
    { class: `card ${severity}`, 'data-issue': number, 'data-cause': cause.code },
    el(
      'button',
      { type: 'button', class: 'place', click: () => show(numbered) },
      el('b', { class: 'number' }, number),
      el('span', { class: 'cause-title' }, cause.title),
      el('span', { class: 'hidden' }, severity === 'error' ? ' error ' : ' warning '),
      isNamed && el('code', {}, cause.field),
    ),
    ...more(numbered),
  );
}
