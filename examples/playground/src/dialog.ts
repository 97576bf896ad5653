import { el } from './dom.js';

/**
 * Opens a modal dialog. Escape, its button or a click outside closes it. Focus then returns to the previously focused
 * element.
 */
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
    // Only clicks outside the dialog have the dialog itself as their target.
    if (target === element) element.close();
  });
  element.addEventListener('close', () => element.remove());
  document.body.append(element);
  element.showModal();
  return element;
}
