import { applyEdits } from './json/apply.js';
import type { Editor, EditorEvents } from './editor.js';

/** The textarea of the page. Works at once, and even if the editor fails to load. */
export function textareaEditor(area: HTMLTextAreaElement, { changed, moved }: EditorEvents): Editor {
  const cursor = () => moved(area.selectionStart);
  const events: readonly (readonly [string, () => void])[] = [
    ['input', changed],
    ['keyup', cursor],
    ['click', cursor],
  ];
  for (const [name, listener] of events) area.addEventListener(name, listener);
  area.hidden = false;
  return {
    text: () => area.value,
    edit(edits) {
      if (edits.length === 0) return;
      const [from, to] = [edits[0]!.from, edits.at(-1)!.to];
      const before = area.value;
      const after = applyEdits(before, edits);
      const insert = after.slice(from, after.length - (before.length - to));
      area.focus();
      area.setSelectionRange(from, to);
      // Deprecated, but the only way that leaves an undo step.
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      const done = insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert);
      if (!done || area.value !== after) area.value = after;
      changed();
    },
    mark: () => undefined,
    light: () => undefined,
    reveal({ from, to }) {
      area.focus();
      area.setSelectionRange(from, to);
      const line = area.value.slice(0, from).split('\n').length - 1;
      area.scrollTop = line * parseFloat(getComputedStyle(area).lineHeight) - area.clientHeight / 2;
    },
    undo() {
      area.focus();
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      document.execCommand('undo');
    },
    remove() {
      for (const [name, listener] of events) area.removeEventListener(name, listener);
      area.hidden = true;
    },
  };
}
