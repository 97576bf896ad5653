import { el } from '../dom.js';
import type { NumberedCause } from '../verdict.js';
import type { Span } from './marks.js';

/**
 * Matches JSON tokens on a line. A string ends at the end of the line at the latest, so that colours are right even in
 * invalid text.
 */
const WORDS = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;
const COLON = /\s*:/y;
/** Text after this column has no colours. */
const MAX_COLUMNS = 5000;
/** The layer does not draw text with more lines than this. */
const MAX_LINES = 20_000;

interface Line {
  readonly text: string;
  /** Identifies what the element shows, so that unchanged lines are not drawn again. */
  drawn: string;
  readonly element: HTMLElement;
}

/** The layer below the transparent text area, which shows its lines with colours, underlines and numbers. */
export class Lines {
  readonly #place: HTMLElement;
  #lines: Line[] = [];
  #starts: number[] = [];

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  /** @returns false if the text is too long to draw */
  draw(text: string, spans: readonly Span[], causes: readonly NumberedCause[]): boolean {
    const texts = text.split('\n');
    const isShort = texts.length <= MAX_LINES;
    this.#keep(isShort ? texts : []);
    this.#starts = startsOf(this.#lines);
    if (!isShort) return false;
    const onLines = this.#split(spans.filter(({ from, to }) => from < to && to <= text.length));
    const numbers = this.#numbers(causes, text.length);
    for (const [i, line] of this.#lines.entries()) {
      const own = onLines.get(i) ?? [];
      const marked = [...(numbers.get(i) ?? [])];
      const drawn = JSON.stringify([own, marked.map(({ number, severity }) => `${number} ${severity}`)]);
      if (line.drawn === drawn) continue;
      line.drawn = drawn;
      line.element.replaceChildren(...numbersOf(marked), ...partsOf(line.text, own));
    }
    return true;
  }

  /** Returns the element of the line that contains an offset. */
  at(offset: number): HTMLElement | undefined {
    return this.#lines[this.#indexOf(offset)]?.element;
  }

  /** Replaces the changed lines. Keeps the elements of unchanged lines at the start and end of the text. */
  #keep(texts: readonly string[]): void {
    const old = this.#lines;
    const most = Math.min(old.length, texts.length);
    let head = 0;
    while (head < most && old[head]!.text === texts[head]) head++;
    let tail = 0;
    while (tail < most - head && old[old.length - 1 - tail]!.text === texts[texts.length - 1 - tail]) tail++;
    const made = texts
      .slice(head, texts.length - tail)
      .map((text) => ({ text, drawn: '', element: el('div', { class: 'line' }) }));
    for (const { element } of old.slice(head, old.length - tail)) element.remove();
    const fragment = document.createDocumentFragment();
    for (const { element } of made) fragment.append(element);
    this.#place.insertBefore(fragment, old[old.length - tail]?.element ?? null);
    this.#lines = [...old.slice(0, head), ...made, ...old.slice(old.length - tail)];
  }

  /** Returns the index of the last line that begins at or before an offset. */
  #indexOf(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #split(spans: readonly Span[]): Map<number, Span[]> {
    const lines = new Map<number, Span[]>();
    for (const { from, to, look } of spans) {
      for (let i = this.#indexOf(from); i <= this.#indexOf(to - 1); i++) {
        const start = this.#starts[i]!;
        const end = start + this.#lines[i]!.text.length;
        const span = { from: Math.max(from, start) - start, to: Math.min(to, end) - start, look };
        if (span.from < span.to) lines.set(i, [...(lines.get(i) ?? []), span]);
      }
    }
    return lines;
  }

  #numbers(causes: readonly NumberedCause[], length: number): Map<number, Set<NumberedCause>> {
    const lines = new Map<number, Set<NumberedCause>>();
    for (const cause of causes) {
      for (const { range } of cause.places) {
        if (range.from > length) continue;
        const i = this.#indexOf(range.from);
        lines.set(i, (lines.get(i) ?? new Set()).add(cause));
      }
    }
    return lines;
  }
}

function startsOf(lines: readonly Line[]): number[] {
  let at = 0;
  return lines.map(({ text }) => {
    const start = at;
    at += text.length + 1;
    return start;
  });
}

function numbersOf(causes: readonly NumberedCause[]): Node[] {
  if (causes.length === 0) return [];
  const shown = causes
    .slice(0, 2)
    .map(({ number, severity }) => el('b', { class: `number ${severity}`, 'data-issue': number }, number));
  return [el('span', { class: 'numbers' }, ...shown, causes.length > 2 && '…')];
}

/** Splits a line's text into elements, one for each part with the same style. */
function partsOf(text: string, spans: readonly Span[]): (Node | string)[] {
  const words = wordsOf(text);
  const ends = [...new Set([...words, ...spans].flatMap(({ from, to }) => [from, to])), text.length].sort(
    (a, b) => a - b,
  );
  const parts: (Node | string)[] = [];
  let at = 0;
  let word = 0;
  for (const end of ends) {
    if (end <= at) continue;
    while (word < words.length && words[word]!.to <= at) word++;
    const around = [...words.slice(word, word + 1), ...spans].filter(({ from, to }) => from <= at && end <= to);
    const piece = text.slice(at, end);
    const look = around.map((span) => span.look).join(' ');
    parts.push(look === '' ? piece : el('span', { class: look }, piece));
    at = end;
  }
  return parts;
}

function wordsOf(text: string): Span[] {
  return [...text.slice(0, MAX_COLUMNS).matchAll(WORDS)].map(({ 0: word, index: from }) => {
    const to = from + word.length;
    COLON.lastIndex = to;
    const look = !word.startsWith('"') ? 'j-other' : COLON.test(text) ? 'j-name' : 'j-text';
    return { from, to, look };
  });
}
