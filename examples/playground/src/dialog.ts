import { el } from './dom.js';

/** A dialog over the page, closed by Escape or its button. Focus then returns to where it was. */
export function dialog(title: string, ...content: readonly Node[]): HTMLDialogElement {
  const id = `dialog-${title.toLowerCase().replaceAll(' ', '-')}`;
  const close = el('button', { type: 'button', click: () => element.close() }, 'Close');
  const element: HTMLDialogElement = el(
    'dialog',
    { 'aria-labelledby': id },
    el('div', { class: 'title head' }, el('h2', { id }, title), close),
    el('div', {}, ...content),
  );
  element.addEventListener('click', ({ target }) => {
    // A click outside the dialog. A click inside has another target.
    if (target === element) element.close();
  });
  element.addEventListener('close', () => element.remove());
  document.body.append(element);
  element.showModal();
  return element;
}
