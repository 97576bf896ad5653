import { drawReceipt } from 'receipt-rule-packs/draw';
import { byId } from './dom.js';
import type { Editor, EditorEvents } from './editor.js';
import type { Edit } from './json/apply.js';
import { locate, pathAt, pathOf } from './json/locate.js';
import type { Range } from './json/scan.js';
import { fieldOf, issueOf, highlightPanes, type Highlight } from './highlight.js';
import { verdictOn, type Judge, type Judged, type NumberedIssue, type Setting, type Verdict } from './verdict.js';

/** The page: a text and a setting, their verdict, and the drawing. Later scripts listen to it. */
export class App {
  readonly #receipt = byId('paper', HTMLElement);
  readonly #list = byId('issues', HTMLElement);
  readonly #listeners: ((verdict: Verdict) => void)[] = [];
  /** Gives no verdict until the rules have loaded. */
  #judge: Judge = { document: () => undefined, json: () => undefined, text: () => '' };
  #setting: Setting;
  #editor: Editor;
  #verdict: Verdict;
  /** The last readable text, which the receipt shows. */
  #lastReadable: Judged | undefined;
  #drawn: Judged | undefined;
  #highlighted: Highlight | undefined;
  /** Whether the receipt will be drawn with the next frame. */
  #isScheduled = false;

  constructor(setting: Setting, editor: (events: EditorEvents) => Editor) {
    this.#setting = setting;
    this.#editor = editor(this.events);
    this.#verdict = verdictOn(this.text, setting, this.#judge);
    this.#lastReadable = this.#verdict.kind === 'judged' ? this.#verdict : undefined;
    this.#drawReceipt();
    this.#linkPanes();
  }

  readonly events: EditorEvents = {
    changed: () => this.judge(),
    moved: (offset) => {
      if (this.#verdict.kind !== 'judged') return;
      const note = this.notes.find(({ place: { range } }) => range.from <= offset && offset <= range.to);
      const path = note?.issue.path ?? pathAt(this.#verdict.root, offset);
      // Does not highlight the text at its own cursor.
      this.#highlight({ path, number: note?.number });
    },
  };

  get text(): string {
    return this.#editor.text();
  }

  get setting(): Setting {
    return this.#setting;
  }

  get verdict(): Verdict {
    return this.#verdict;
  }

  get notes(): readonly NumberedIssue[] {
    return this.#verdict.kind === 'judged' ? this.#verdict.notes : [];
  }

  /** Called after each verdict. */
  onVerdict(listener: (verdict: Verdict) => void): void {
    this.#listeners.push(listener);
  }

  useJudge(judge: Judge): void {
    this.#judge = judge;
    this.judge();
  }

  /** Replaces the editor. */
  useEditor(make: (events: EditorEvents, text: string) => Editor): void {
    const before = this.#editor;
    this.#editor = make(this.events, before.text());
    before.remove();
    this.judge();
  }

  set(setting: Partial<Setting>): void {
    this.#setting = { ...this.#setting, ...setting };
    this.judge();
  }

  /** Sets another text and setting. Undo restores the text. */
  open(text: string, setting: Partial<Setting> = {}): void {
    this.#setting = { ...this.#setting, ...setting };
    const before = this.text;
    if (text === before) this.judge();
    else this.edit([{ from: 0, to: before.length, insert: text }]);
  }

  /** Changes the text, as typing would. */
  edit(edits: readonly Edit[]): void {
    this.#editor.edit(edits);
  }

  undo(): void {
    this.#editor.undo();
  }

  reveal(range: Range): void {
    this.#editor.reveal(range);
  }

  /** Updates the verdict before it returns; the receipt follows with the next frame. */
  judge(): void {
    this.#verdict = verdictOn(this.text, this.#setting, this.#judge);
    if (this.#verdict.kind === 'judged') this.#lastReadable = this.#verdict;
    this.#editor.mark(this.notes, this.#verdict.kind === 'judged' ? undefined : this.#verdict.at);
    for (const listener of this.#listeners) listener(this.#verdict);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#drawReceipt();
    });
  }

  /** If the text is not JSON, keeps the last receipt, in grey. */
  #drawReceipt(): void {
    const stale = this.#verdict.kind !== 'judged';
    this.#receipt.classList.toggle('stale', stale);
    this.#receipt.ariaLabel = stale ? 'The last readable receipt' : 'The receipt';
    if (this.#lastReadable === undefined || this.#lastReadable === this.#drawn) return;
    this.#drawn = this.#lastReadable;
    const { document, notes } = this.#lastReadable;
    // For any document, its output is only text in elements with classes.
    this.#receipt.innerHTML = drawReceipt(document, {
      country: this.#setting.country,
      issues: notes.map(({ issue }) => issue),
    });
    this.#highlight(this.#highlighted);
  }

  /**
   * Highlights the element under the mouse or with focus in all three panes. A click on the receipt selects its place in
   * the text.
   */
  #linkPanes(): void {
    for (const pane of [this.#receipt, this.#list]) {
      pane.addEventListener('focusin', ({ target }) => this.#highlightWithText(this.#highlightFor(target)));
      let place = '';
      pane.addEventListener('mouseover', ({ target, screenX, screenY }) => {
        // A resting mouse also gets an event when a receipt is redrawn below it while the user types.
        const before = place;
        place = `${screenX} ${screenY}`;
        if (place !== before) this.#highlightWithText(this.#highlightFor(target));
      });
      for (const event of ['mouseleave', 'focusout'])
        pane.addEventListener(event, () => this.#highlightWithText(undefined));
    }
    this.#receipt.addEventListener('click', ({ target }) => {
      const range = this.#rangeOf(this.#highlightFor(target));
      if (range !== undefined) this.reveal(range);
    });
  }

  #highlightFor(target: EventTarget | null): Highlight | undefined {
    const note = this.notes[(issueOf(target) ?? 0) - 1];
    if (note !== undefined) return { path: note.issue.path, number: note.number };
    const field = fieldOf(target);
    return field === undefined ? undefined : { path: pathOf(field) };
  }

  #rangeOf(lit: Highlight | undefined): Range | undefined {
    return lit !== undefined && this.#verdict.kind === 'judged'
      ? locate(this.#verdict.root, lit.path).range
      : undefined;
  }

  #highlightWithText(lit: Highlight | undefined): void {
    this.#highlight(lit);
    this.#editor.light(this.#rangeOf(lit));
  }

  #highlight(lit: Highlight | undefined): void {
    this.#highlighted = lit;
    highlightPanes(lit, this.#receipt, this.#list);
  }
}
