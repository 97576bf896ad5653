import type { App } from './app.js';
import { showCopies } from './copy/show.js';
import { takeDocuments } from './documents.js';
import { byId, el } from './dom.js';
import { showGallery } from './gallery/gallery.js';
import { fromFragment } from './share/fragment.js';
import { saveFile } from './share/save.js';
import { showShare } from './share/share.js';

/** Adds the buttons above the panes, and opens the receipt in a shared link. */
export function addTools(app: App): void {
  const { open, openFile } = takeDocuments(app);
  const button = (label: string, click: () => void) => el('button', { type: 'button', click }, label);
  const share = button('Share', () => showShare(app));
  app.onVerdict(({ kind }) => (share.disabled = kind !== 'judged'));
  const input = el('input', {
    type: 'file',
    accept: '.json,.ndjson,.jsonl,.txt',
    class: 'hidden',
    tabindex: -1,
    'aria-label': 'File',
  });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void openFile(file);
    input.value = '';
  });
  byId('tools', HTMLElement).append(
    button('Samples', () => showGallery(app)),
    button('Open', () => input.click()),
    input,
    button('Save', () => saveFile('receipt.json', app.text)),
    button('Copy', () => showCopies(app)),
    share,
  );
  const format = button('Format', () => {
    if (app.verdict.kind === 'judged') app.rewrite(`${JSON.stringify(app.verdict.document, null, 2)}\n`);
  });
  app.onVerdict(({ kind }) => (format.disabled = kind !== 'judged'));
  byId('text-tools', HTMLElement).append(
    button('Undo', () => app.undo()),
    button('Redo', () => app.redo()),
    format,
    button('Reset', () => app.rewrite(app.opened)),
  );
  const openShared = async () => {
    const text = await fromFragment(location.hash);
    if (text !== undefined) open(text);
  };
  window.addEventListener('hashchange', () => void openShared());
  void openShared();
}
