import { pathOf, type Path } from './json/locate.js';

/** A field to highlight in all three panes, and the number of its cause if it has one. */
export interface Highlight {
  readonly path: Path;
  readonly number?: number | undefined;
}

/** Highlights a field and its cause on the receipt and in the list, and removes the previous highlight. */
export function highlightPanes(highlight: Highlight | undefined, receipt: HTMLElement, list: HTMLElement): void {
  for (const element of document.querySelectorAll('.lit')) element.classList.remove('lit');
  if (highlight === undefined) return;
  const issue = `[data-issue~="${highlight.number ?? ''}"]`;
  const parts =
    highlight.number === undefined ? [] : [...receipt.querySelectorAll(issue), ...list.querySelectorAll(issue)];
  for (const part of [...parts, ...onReceipt(receipt, highlight.path)]) part.classList.add('lit');
}

/** If the fields of an object are shown in more elements than this, none of them are highlighted. */
const MAX_PARTS = 12;

/** Finds the elements on the receipt for a field, or for its nearest parent that the receipt shows. */
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

/** Returns the path of the field that an element of the receipt shows. */
export function fieldOf(target: EventTarget | null): string | undefined {
  const field = target instanceof Element ? target.closest('[data-path]')?.getAttribute('data-path') : undefined;
  return field ?? undefined;
}

/** Returns the number of the cause that an element belongs to. */
export function issueOf(target: EventTarget | null): number | undefined {
  const numbers = target instanceof Element ? target.closest('[data-issue]')?.getAttribute('data-issue') : undefined;
  return numbers ? parseInt(numbers, 10) : undefined;
}
