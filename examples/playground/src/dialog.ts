import { el } from './dom.js';

/** A window over the page, closed by Escape or its button; the focus goes back to where it was. */
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
    // Beside it: what is inside has elements of its own.
    if (target === element) element.close();
  });
  element.addEventListener('close', () => element.remove());
  document.body.append(element);
  element.showModal();
  return element;
}
