import { el } from './dom.js';
import type { NumberedIssue } from './verdict.js';

/** The actions of the cards on the page. */
export interface CardActions {
  /** Selects the field in the text. */
  readonly show: (note: NumberedIssue) => void;
  /** The parts of a card below its sentence. */
  readonly more: (note: NumberedIssue) => readonly Node[];
  /** The element above the cards. */
  readonly above: () => readonly Node[];
}

/** Draws the list of issues, a card each. */
export function drawCards(list: HTMLElement, notes: readonly NumberedIssue[], actions: CardActions): void {
  list.replaceChildren(...actions.above(), ...notes.map((note) => card(note, actions)));
}

function card(note: NumberedIssue, { show, more }: CardActions): HTMLElement {
  const { issue, number } = note;
  return el(
    'li',
    { class: `card ${issue.severity}`, 'data-issue': number, 'data-code': issue.code, 'data-field': issue.field },
    el(
      'button',
      { type: 'button', class: 'place', click: () => show(note) },
      el('b', { class: 'number' }, number),
      el('span', { class: 'field' }, issue.field || 'document'),
      el('span', { class: 'hidden' }, issue.severity === 'error' ? ' error ' : ' warning '),
      el('code', {}, issue.code),
    ),
    el('p', {}, issue.message),
    ...more(note),
  );
}
