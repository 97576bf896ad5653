import { el } from '../dom.js';

/** Makes a button that copies some text and shows whether copying succeeded. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = el('button', { type: 'button' }, label);
  button.addEventListener('click', () => {
    void copied(text()).then((done) => {
      button.textContent = done ? 'Copied' : 'Copying failed: select the text and copy it';
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
