import { el } from '../dom.js';

/** A button that copies a text and confirms it. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = el('button', { type: 'button' }, label);
  button.addEventListener('click', () => {
    void copied(text()).then((done) => {
      button.textContent = done ? 'Copied' : 'Not allowed here: select and copy it';
      setTimeout(() => (button.textContent = label), 2000);
    });
  });
  return button;
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
