import type { App } from './app.js';
import { findCountry } from './country.js';
import { byId, count, el } from './dom.js';
import { documentsIn, type Incoming } from './intake.js';
import { judge } from './judge.js';
import { valueAt } from './json/change.js';
import { verdictOn } from './verdict.js';

/** The maximum size of a file. */
const MAX_BYTES = 20 * 1024 * 1024;
const TOO_LARGE = 'The file is larger than 20 MiB.';

/** Handles text that is dropped, pasted or opened. If the text contains several documents, lets the user choose one. */
export function takeDocuments(app: App): { open: (text: string) => void; openFile: (file: File) => Promise<void> } {
  const place = byId('documents', HTMLElement);
  const open = (text: string) => {
    const documents = documentsIn(text);
    place.hidden = documents.length < 2;
    place.replaceChildren(...(documents.length < 2 ? [] : chooser(app, documents)));
    show(app, documents[0]!);
  };
  const openFile = async (file: File) => {
    open(file.size > MAX_BYTES ? TOO_LARGE : await file.text());
  };
  document.addEventListener('dragover', (event) => event.preventDefault());
  // Capture the event before the editor does, which would insert a dropped file at the cursor. The editor handles text
  // that is dragged within it.
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    const isInside = event.target instanceof Element && event.target.closest('#editor') !== null;
    if (file === undefined && (isInside || text === '')) return;
    event.preventDefault();
    event.stopPropagation();
    if (file === undefined) open(text);
    else void openFile(file);
  };
  document.addEventListener('drop', drop, { capture: true });
  document.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const isField = event.target instanceof HTMLInputElement;
    if (isField || pasted === '') return;
    // The editor inserts the text first. If the editor then contains nothing else, open the documents in the pasted
    // list or wrapper, or find a single document's country.
    setTimeout(() => {
      if (app.text.trim() !== pasted.replaceAll('\r\n', '\n').trim()) return;
      if (isWrapped(pasted)) open(pasted);
      else findCountry(app);
    });
  });
  return { open, openFile };
}

function isWrapped(text: string): boolean {
  const documents = documentsIn(text);
  return documents.length > 1 || documents[0]!.text !== text.replace(/^\ufeff/, '');
}

function show(app: App, { text, setting }: Incoming): void {
  app.open(text, setting);
  if (setting.country === undefined) findCountry(app);
}

function chooser(app: App, documents: readonly Incoming[]): Node[] {
  const options = documents.map(({ text, setting }, i) => {
    const verdict = verdictOn(text, { ...app.setting, ...setting }, judge);
    const told = verdict.kind === 'judged' && verdict.result?.valid ? 'valid' : 'refused';
    const number = verdict.kind === 'judged' ? valueAt(verdict.document, ['receiptNumber']) : undefined;
    return el('option', { value: i }, `${i + 1}. ${typeof number === 'string' ? number : 'no number'}: ${told}`);
  });
  const select = el('select', {}, ...options);
  const choose = (step: number) => {
    select.selectedIndex = Math.min(Math.max(select.selectedIndex + step, 0), documents.length - 1);
    show(app, documents[select.selectedIndex]!);
  };
  select.addEventListener('change', () => choose(0));
  return [
    el('label', {}, `${count(documents.length, 'document')} `, select),
    el('button', { type: 'button', click: () => choose(-1) }, 'Previous'),
    el('button', { type: 'button', click: () => choose(1) }, 'Next'),
  ];
}
