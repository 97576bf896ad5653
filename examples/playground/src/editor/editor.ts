import { byId, el } from '../dom.js';
import { applyEdits, type Edit } from '../json/apply.js';
import type { Range } from '../json/scan.js';
import { History, type HowChanged } from './history.js';
import { Lines } from './lines.js';
import { spansOf, type EditorEvents, type Marks } from './marks.js';

/**
 * The text editor: a transparent text area over a layer that shows the same text with colours, underlines and numbers.
 * The Tab key leaves the editor, as it leaves any other field.
 */
export class Editor {
  readonly #area = byId('json', HTMLTextAreaElement);
  readonly #scroller = byId('editor', HTMLElement);
  readonly #lines = new Lines(byId('lines', HTMLElement));
  readonly #ticks = byId('scroll-ticks', HTMLElement);
  readonly #history = new History();
  readonly #events: EditorEvents;
  #marks: Marks = { notes: [], causes: [], fault: undefined };
  #lit: Range | undefined;
  #text: string;
  /** The cursor position to set when the text area gets focus. */
  #cursor: number | undefined;

  constructor(text: string, events: EditorEvents) {
    this.#events = events;
    this.#area.value = text;
    this.#text = this.#area.value;
    const cursor = () => events.moved(this.#area.selectionStart);
    this.#area.addEventListener('input', ({ timeStamp }) => this.#changed(this.#area.selectionEnd, { at: timeStamp }));
    new ResizeObserver(() => this.#drawTicks()).observe(this.#scroller);
    this.#area.addEventListener('focus', () => this.#placeCursor());
    this.#area.addEventListener('keyup', cursor);
    this.#area.addEventListener('click', cursor);
    this.#area.addEventListener('keydown', (event) => this.#press(event));
    this.#area.addEventListener('beforeinput', (event) => {
      if (!event.inputType.startsWith('history')) return;
      event.preventDefault();
      this[event.inputType === 'historyRedo' ? 'redo' : 'undo']();
    });
  }

  get text(): string {
    return this.#text;
  }

  /** Changes the text as if the user had typed. Consecutive changes with the same group are undone in one step. */
  edit(edits: readonly Edit[], group?: string): void {
    const last = edits.at(-1);
    if (last === undefined) return;
    const after = applyEdits(this.#text, edits);
    const cursor = after.length - (this.#text.length - last.to);
    this.#set(after, cursor);
    this.#changed(cursor, { group });
  }

  /** Underlines issues and numbers the lines with causes, or marks where the text stops being valid JSON. */
  mark(marks: Marks): void {
    this.#marks = marks;
    this.#draw();
    this.#drawTicks();
  }

  /** Highlights part of the text; undefined clears the highlight. */
  light(range: Range | undefined): void {
    if (range?.from === this.#lit?.from && range?.to === this.#lit?.to) return;
    this.#lit = range;
    this.#draw();
  }

  /** Focuses the editor, selects part of the text, and scrolls to it. */
  reveal({ from, to }: Range): void {
    this.#draw();
    this.#cursor = undefined;
    this.#area.focus({ preventScroll: true });
    this.#area.setSelectionRange(from, to);
    this.#scroller.parentElement!.scrollIntoView({ block: 'nearest' });
    const line = this.#lines.at(from);
    if (line !== undefined) this.#scroller.scrollTop = line.offsetTop - this.#scroller.clientHeight / 2;
  }

  undo(): void {
    this.#restore(this.#history.undo(this.#text));
  }

  redo(): void {
    this.#restore(this.#history.redo(this.#text));
  }

  #draw(): void {
    const isDrawn = this.#lines.draw(this.#text, spansOf(this.#marks, this.#lit), this.#marks.causes);
    this.#scroller.classList.toggle('drawn', isDrawn);
  }

  /** Draws a tick on the scroll bar for each cause. Call this function again when the layout of the lines changes. */
  #drawTicks(): void {
    const height = this.#scroller.scrollHeight;
    const ticks = this.#marks.causes.flatMap(({ number, severity, places }) => {
      const line = this.#lines.at(places[0]!.range.from);
      if (line === undefined || height === 0) return [];
      const tick = el('i', { class: `scroll-tick ${severity}`, 'data-issue': number });
      tick.style.top = `${(line.offsetTop / height) * 100}%`;
      return [tick];
    });
    this.#ticks.replaceChildren(...ticks);
  }

  /**
   * Sets the text. Sets the cursor only if the editor is visible, because setting it makes the browser lay out the
   * whole text.
   */
  #set(text: string, cursor: number): void {
    this.#area.value = text;
    this.#cursor = cursor;
    if (document.activeElement === this.#area) this.#placeCursor();
  }

  #placeCursor(): void {
    if (this.#cursor === undefined) return;
    this.#area.setSelectionRange(this.#cursor, this.#cursor);
    this.#cursor = undefined;
  }

  #changed(cursor: number, how: HowChanged): void {
    const text = this.#area.value;
    this.#history.record(this.#text, text, cursor, how);
    this.#text = text;
    this.#events.changed();
  }

  #restore(step: { text: string; at: number } | undefined): void {
    if (step === undefined) return;
    this.#set(step.text, step.at);
    this.#text = step.text;
    this.#events.changed();
  }

  #press(event: KeyboardEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    const key = event.key.toLowerCase();
    if (key === 'z') this[event.shiftKey ? 'redo' : 'undo']();
    else if (key === 'y') this.redo();
    else return;
    event.preventDefault();
  }
}
