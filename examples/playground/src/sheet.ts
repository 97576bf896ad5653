import type { App } from './app.js';
import { dialog } from './dialog.js';
import { byId, el } from './dom.js';
import type { NumberedCause } from './verdict.js';

/** Whether the screen is so narrow that the page shows only one pane at a time. */
export const isNarrow = (): boolean => matchMedia('(max-width: 899px)').matches;

/**
 * Makes the sheet that opens over the current pane on narrow screens. The sheet shows a cause with its line and its
 * repair, and a button for the next cause.
 *
 * @param more returns the parts of a cause below its title
 */
export function causeSheet(app: App, more: (cause: NumberedCause) => readonly Node[]) {
  const body = el('div', { class: 'sheet-body' });
  let element: HTMLDialogElement | undefined;
  let index = 0;
  const draw = () => {
    const cause = app.causes[index]!;
    const next = () => {
      index = (index + 1) % app.causes.length;
      draw();
    };
    const show = () => {
      element?.close();
      app.show(cause);
    };
    body.replaceChildren(
      el('h3', {}, el('b', { class: 'number' }, cause.number), ' ', cause.cause.title),
      lineOf(app.text, cause),
      ...more(cause),
      el(
        'div',
        { class: 'tools' },
        app.causes.length > 1 && el('button', { type: 'button', 'data-next': true, click: next }, 'Next'),
        el('button', { type: 'button', click: show }, 'Show in text'),
      ),
    );
    body.className = `sheet-body ${cause.severity}`;
    body.querySelector<HTMLElement>('.fix, [data-next]')?.focus();
  };
  app.onCauses(({ length }) => {
    if (!element?.open) return;
    index = Math.min(index, length - 1);
    if (length > 0) draw();
    else {
      element.close();
      byId('verdict', HTMLElement).focus();
    }
  });
  return (cause: NumberedCause): void => {
    index = cause.number - 1;
    if (!element?.open) {
      element = dialog('Cause', body);
      element.classList.add('sheet');
    }
    draw();
  };
}

/** Shows the line of a cause with its line number. */
function lineOf(text: string, { places, severity }: NumberedCause): HTMLElement {
  const { from, to } = places[0]!.range;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const after = text.indexOf('\n', from);
  const end = after < 0 ? text.length : after;
  const marked = Math.min(to, end);
  return el(
    'pre',
    { class: 'sheet-line', tabindex: 0, role: 'group', 'aria-label': 'Line in the text' },
    el('span', { class: 'detail' }, `${text.slice(0, start).split('\n').length}  `),
    text.slice(start, from).trimStart(),
    el('span', { class: `j-${severity}` }, text.slice(from, marked)),
    text.slice(marked, end),
  );
}
