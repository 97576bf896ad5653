import { App } from './app.js';
import { byId } from './dom.js';
import { textareaEditor } from './textarea.js';
import start from 'playground:start';

const area = byId('json', HTMLTextAreaElement);
area.value = start;

/** The page, which draws the first receipt. The rules come with the next script. */
export const app = new App({ country: 'SE', multiLocation: false, rateWindows: 'warn', originalDay: '' }, (events) =>
  textareaEditor(area, events),
);

/** Runs the later scripts, which are in the page as text. Their hashes are in its policy. */
function runOthers(): void {
  for (const id of ['rest', 'codemirror']) {
    const script = document.createElement('script');
    script.textContent = byId(id, HTMLScriptElement).textContent;
    document.head.append(script);
  }
}

// After the page has loaded and the receipt is painted. Hidden tabs paint nothing.
document.addEventListener('DOMContentLoaded', () => {
  if (document.hidden) setTimeout(runOthers);
  else requestAnimationFrame(() => setTimeout(runOthers));
});
