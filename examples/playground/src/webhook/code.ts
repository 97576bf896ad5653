import receivers from 'playground:receivers';
import { copyButton } from '../copy/copy.js';
import { el } from '../dom.js';

/** Shows webhook receivers in several languages, with a button to copy them. */
export function codeOf(): HTMLElement {
  const pre = el('pre', { tabindex: 0, role: 'group', 'aria-label': 'A receiver' });
  const buttons = receivers.map(({ name, text }) => {
    const press = () => {
      pre.textContent = text;
      for (const button of buttons) button.ariaPressed = String(button.textContent === name);
    };
    return el('button', { type: 'button', click: press }, name);
  });
  buttons[0]!.click();
  return el(
    'div',
    {},
    el('h2', {}, 'A receiver that verifies it'),
    el(
      'div',
      { class: 'tools', role: 'group', 'aria-label': 'Language' },
      ...buttons,
      copyButton('Copy', () => pre.textContent),
    ),
    pre,
  );
}
