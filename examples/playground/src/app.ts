import { drawReceipt } from 'receipt-rule-packs/draw';
import { byId, scrollInside } from './dom.js';
import { Editor } from './editor/editor.js';
import type { Edit } from './json/apply.js';
import { locate, pathAt, pathOf } from './json/locate.js';
import type { Range } from './json/scan.js';
import { fieldOf, issueOf, highlightPanes, type Highlight } from './highlight.js';
import {
  causesOf,
  verdictOn,
  type Judge,
  type Judged,
  type NumberedCause,
  type PlacedIssue,
  type Setting,
  type Verdict,
} from './verdict.js';

/**
 * The page's state: the text, the settings, the verdict and the drawn receipt. The second script adds listeners to it.
 */
export class App {
  readonly #receipt = byId('paper', HTMLElement);
  readonly #list = byId('issues', HTMLElement);
  readonly #caption = byId('drawn', HTMLElement);
  readonly #verdictListeners: ((verdict: Verdict) => void)[] = [];
  readonly #revealListeners: (() => void)[] = [];
  readonly #causeListeners: ((causes: readonly NumberedCause[]) => void)[] = [];
  readonly #selectListeners: ((cause: NumberedCause) => void)[] = [];
  /** Returns no verdict until the rules have loaded. */
  #judge: Judge = { document: () => undefined, json: () => undefined, text: () => '', causes: () => [] };
  #setting: Setting;
  readonly #editor: Editor;
  #opened: string;
  /** The number of repairs since the text was opened, and the text and settings before the first repair. */
  #repaired: { readonly count: number; readonly text: string; readonly setting: Setting } | undefined;
  #verdict: Verdict;
  #causes: readonly NumberedCause[] = [];
  /** The last text that was valid JSON. The receipt shows this text. */
  #lastReadable: Judged | undefined;
  #drawn: Judged | undefined;
  #highlighted: Highlight | undefined;
  /** Whether the next animation frame will find the causes and draw the receipt. */
  #isScheduled = false;

  constructor(setting: Setting, text: string) {
    this.#setting = setting;
    this.#editor = new Editor(text, {
      changed: () => this.judge(),
      moved: (offset) => this.#lightAt(offset),
    });
    this.#opened = this.text;
    this.#verdict = verdictOn(this.text, setting, this.#judge);
    this.#lastReadable = this.#verdict.kind === 'judged' ? this.#verdict : undefined;
    this.#editor.mark({ notes: [], causes: [], fault: undefined });
    this.#drawReceipt();
    this.#linkPanes();
  }

  get text(): string {
    return this.#editor.text;
  }

  get setting(): Setting {
    return this.#setting;
  }

  get verdict(): Verdict {
    return this.#verdict;
  }

  get notes(): readonly PlacedIssue[] {
    return this.#verdict.kind === 'judged' ? this.#verdict.notes : [];
  }

  /** The causes of the issues. Until the next animation frame, they may belong to an earlier text. */
  get causes(): readonly NumberedCause[] {
    return this.#causes;
  }

  /** Adds a listener that is called after each verdict. */
  onVerdict(listener: (verdict: Verdict) => void): void {
    this.#verdictListeners.push(listener);
  }

  /** Adds a listener that is called in the animation frame after a verdict, when its causes are known. */
  onCauses(listener: (causes: readonly NumberedCause[]) => void): void {
    this.#causeListeners.push(listener);
  }

  useJudge(judge: Judge): void {
    this.#judge = judge;
    this.judge();
  }

  set(setting: Partial<Setting>): void {
    this.#setting = { ...this.#setting, ...setting };
    this.judge();
  }

  /** Replaces the text and the settings. Undo restores the text. */
  open(text: string, setting: Partial<Setting> = {}): void {
    this.#setting = { ...this.#setting, originalNumber: undefined, ...setting };
    this.#opened = text;
    this.#repaired = undefined;
    if (text === this.text) this.judge();
    else this.rewrite(text);
  }

  /** Replaces the text as if the user had typed it. */
  rewrite(text: string): void {
    if (text !== this.text) this.edit([{ from: 0, to: this.text.length, insert: text }]);
  }

  /**
   * Changes the text as if the user had typed.
   *
   * @param group a name; consecutive changes with the same name are undone in one step
   */
  edit(edits: readonly Edit[], group?: string): void {
    this.#editor.edit(edits, group);
  }

  /** The number of repairs that have been applied. */
  get repairs(): number {
    return this.#repaired?.count ?? 0;
  }

  /** Counts a repair that is about to be applied. */
  countRepair(): void {
    const { count, text, setting } = this.#repaired ?? { count: 0, text: this.text, setting: this.#setting };
    this.#repaired = { count: count + 1, text, setting };
  }

  /** Restores the text and the settings from before the first repair. Undo reverts this in one step. */
  undoRepairs(): void {
    if (this.#repaired === undefined) return;
    const { text, setting } = this.#repaired;
    this.#setting = setting;
    if (text === this.text) this.judge();
    else this.rewrite(text);
  }

  undo(): void {
    this.#editor.undo();
  }

  redo(): void {
    this.#editor.redo();
  }

  /** Selects part of the text and scrolls to it. */
  reveal(range: Range): void {
    for (const listener of this.#revealListeners) listener();
    this.#editor.reveal(range);
  }

  /** Adds a listener that is called before part of the text is selected. */
  onReveal(listener: () => void): void {
    this.#revealListeners.push(listener);
  }

  /** Adds a listener that is called when the user selects a cause in any pane. */
  onSelect(listener: (cause: NumberedCause) => void): void {
    this.#selectListeners.push(listener);
  }

  select(cause: NumberedCause): void {
    for (const listener of this.#selectListeners) listener(cause);
  }

  /** Selects a cause in the text, and scrolls the other panes to it. */
  show({ number, cause, places }: NumberedCause): void {
    this.reveal(places[0]!.range);
    this.#highlightWithText({ path: pathOf(cause.field), number });
    for (const pane of [this.#receipt, this.#list]) scrollInside(pane, pane.querySelector(`[data-issue~="${number}"]`));
  }

  /** The last text that was opened, before any changes. */
  get opened(): string {
    return this.#opened;
  }

  /** Updates the verdict now, and the causes and the receipt in the next animation frame. */
  judge(): void {
    this.#verdict = verdictOn(this.text, this.#setting, this.#judge);
    const before = this.#repaired;
    if (this.text === before?.text && this.#setting.country === before.setting.country) this.#repaired = undefined;
    if (this.#verdict.kind === 'judged') this.#lastReadable = this.#verdict;
    for (const listener of this.#verdictListeners) listener(this.#verdict);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => this.settle());
  }

  /** If an update is due in the next animation frame, finds the causes and draws the receipt now. */
  settle(): void {
    if (!this.#isScheduled) return;
    this.#isScheduled = false;
    const verdict = this.#verdict;
    this.#causes = verdict.kind === 'judged' ? causesOf(verdict, this.#setting, this.#judge) : [];
    const fault = verdict.kind === 'judged' ? undefined : verdict.at;
    this.#editor.mark({ notes: this.notes, causes: this.#causes, fault });
    this.#drawReceipt();
    for (const listener of this.#causeListeners) listener(this.#causes);
  }

  /** Draws the receipt. If the text is not JSON, keeps the last receipt and greys it out. */
  #drawReceipt(): void {
    const stale = this.#verdict.kind !== 'judged';
    this.#receipt.classList.toggle('stale', stale);
    this.#receipt.ariaLabel = stale ? 'The last readable receipt' : 'The receipt';
    this.#caption.textContent = stale ? 'The last readable receipt' : 'Generated from the document';
    if (this.#lastReadable === undefined || this.#lastReadable === this.#drawn) return;
    this.#drawn = this.#lastReadable;
    const { country, originalNumber: receiptNumber } = this.#setting;
    // The drawing is safe for any document: it contains only escaped text in elements with classes. The drawing numbers
    // its notes in the order of `#causes`.
    this.#receipt.innerHTML = drawReceipt(this.#lastReadable.document, {
      // The country comes from a file, so it may be any string.
      ...(/^[A-Z]{2}$/.test(country) && { country }),
      ...(receiptNumber !== undefined && { original: { receiptNumber } }),
      issues: this.#causes.map(({ cause, severity }) => ({
        field: cause.field,
        code: cause.code,
        message: cause.title,
        severity,
      })),
    });
    this.#highlight(this.#highlighted);
  }

  /**
   * Highlights the field that is under the mouse or has focus in all three panes. A click on the receipt selects the
   * field in the text.
   */
  #linkPanes(): void {
    for (const pane of [this.#receipt, this.#list]) {
      pane.addEventListener('focusin', ({ target }) => this.#highlightWithText(this.#highlightFor(target)));
      let place = '';
      pane.addEventListener('mouseover', ({ target, screenX, screenY }) => {
        // The event also fires without movement, when the receipt is redrawn under the mouse while the user types.
        const before = place;
        place = `${screenX} ${screenY}`;
        if (place !== before) this.#highlightWithText(this.#highlightFor(target));
      });
      for (const event of ['mouseleave', 'focusout'])
        pane.addEventListener(event, () => this.#highlightWithText(undefined));
    }
    this.#receipt.addEventListener('click', ({ target }) => {
      const cause = this.#causeOf(target);
      const range = this.#rangeOf(this.#highlightFor(target));
      if (cause !== undefined) this.select(cause);
      else if (range !== undefined) this.reveal(range);
    });
    byId('editor-box', HTMLElement).addEventListener('click', ({ target }) => {
      const cause = this.#causeOf(target);
      if (cause !== undefined) this.select(cause);
    });
  }

  /** Highlights the value at the cursor in the other panes, but not in the text. */
  #lightAt(offset: number): void {
    if (this.#verdict.kind !== 'judged') return;
    const note = this.notes.find(({ place: { range } }) => range.from <= offset && offset <= range.to);
    const path = note?.issue.path ?? pathAt(this.#verdict.root, offset);
    const cause = this.#causes.find(({ notes }) => note !== undefined && notes.includes(note));
    this.#highlight({ path, number: cause?.number });
  }

  #causeOf(target: EventTarget | null): NumberedCause | undefined {
    return this.#causes[(issueOf(target) ?? 0) - 1];
  }

  #highlightFor(target: EventTarget | null): Highlight | undefined {
    const marked = this.#causeOf(target);
    if (marked !== undefined) return { path: pathOf(marked.cause.field), number: marked.number };
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
