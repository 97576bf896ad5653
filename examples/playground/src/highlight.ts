import { pathOf, type Path } from './json/locate.js';

/** The highlight in all three panes: a field, and the number of its issue, if any. */
export interface Highlight {
  readonly path: Path;
  readonly number?: number | undefined;
}

/** Highlights only one field and its issue, on the receipt and in the list. */
export function highlightPanes(highlight: Highlight | undefined, receipt: HTMLElement, list: HTMLElement): void {
  for (const element of document.querySelectorAll('.lit')) element.classList.remove('lit');
  if (highlight === undefined) return;
  const issue = `[data-issue~="${highlight.number ?? ''}"]`;
  const parts =
    highlight.number === undefined ? [] : [...receipt.querySelectorAll(issue), ...list.querySelectorAll(issue)];
  for (const part of [...parts, ...onReceipt(receipt, highlight.path)]) part.classList.add('lit');
}

/** The maximum number of highlighted parts of an object. */
const MAX_PARTS = 12;

/** The elements of a field, or of the nearest field above it on the receipt; none for the whole document. */
function onReceipt(receipt: HTMLElement, path: Path): readonly Element[] {
  const shown = [...receipt.querySelectorAll('[data-path]:not(.receipt-note)')].map((element) => ({
    element,
    path: pathOf(element.getAttribute('data-path')!),
  }));
  for (let length = path.length; length > 0; length--) {
    const inside = shown.filter((part) => part.path.length >= length && startsWith(part.path, path, length));
    const exact = inside.filter((part) => part.path.length === length);
    const found = exact.length > 0 ? exact : inside;
    if (found.length > 0) return found.length > MAX_PARTS ? [] : found.map(({ element }) => element);
  }
  return [];
}

const startsWith = (path: Path, above: Path, length: number) =>
  above.slice(0, length).every((step, i) => step === path[i]);

/** The field that an element of the receipt shows, as text. */
export function fieldOf(target: EventTarget | null): string | undefined {
  const field = target instanceof Element ? target.closest('[data-path]')?.getAttribute('data-path') : undefined;
  return field ?? undefined;
}

/** The number of the issue that an element is about. */
export function issueOf(target: EventTarget | null): number | undefined {
  const numbers = target instanceof Element ? target.closest('[data-issue]')?.getAttribute('data-issue') : undefined;
  return numbers ? parseInt(numbers, 10) : undefined;
}
