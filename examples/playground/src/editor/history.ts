/** A step that can be undone: part of the text that was replaced. */
interface Step {
  readonly from: number;
  readonly removed: string;
  readonly inserted: string;
}

/** Determines whether a change is merged with the step before it. */
export interface HowChanged {
  /** The time when the user typed, in milliseconds; undefined if the change was not typed. */
  readonly at?: number | undefined;
  /** Consecutive changes with the same group are one step. */
  readonly group?: string | undefined;
}

/** Keys typed within this many milliseconds are one step. */
const PAUSE_MS = 500;

/**
 * The undo history. The browser's own history is lost when a script sets the text, and does not work in a hidden pane.
 */
export class History {
  readonly #done: Step[] = [];
  #undone: Step[] = [];
  #last: HowChanged = {};

  /** @param cursor the offset in the new text at which the change ends */
  record(before: string, after: string, cursor: number, how: HowChanged = {}): void {
    if (before === after) return;
    const joined = this.#joined(before, after, cursor, how);
    if (joined !== undefined) this.#done.pop();
    this.#done.push(joined ?? stepBetween(before, after, cursor));
    this.#undone = [];
    this.#last = how;
  }

  /** Merges a change with the last step, if the two belong together. */
  #joined(before: string, after: string, cursor: number, { at, group }: HowChanged): Step | undefined {
    const last = this.#done.at(-1);
    if (last === undefined) return undefined;
    if (group !== undefined && group === this.#last.group) {
      const { text } = replaced(before, last.from, last.inserted, last.removed);
      return stepBetween(text, after, cursor);
    }
    const isTyping = at !== undefined && this.#last.at !== undefined && at - this.#last.at < PAUSE_MS;
    return isTyping ? join(last, stepBetween(before, after, cursor)) : undefined;
  }

  /** @returns the text before the last step and the offset of the change; undefined if there is nothing to undo */
  undo(text: string): { text: string; at: number } | undefined {
    const step = this.#done.pop();
    if (step === undefined) return undefined;
    this.#undone.push(step);
    this.#last = {};
    return replaced(text, step.from, step.inserted, step.removed);
  }

  /** @returns the text after the step that was last undone; undefined if there is nothing to redo */
  redo(text: string): { text: string; at: number } | undefined {
    const step = this.#undone.pop();
    if (step === undefined) return undefined;
    this.#done.push(step);
    this.#last = {};
    return replaced(text, step.from, step.removed, step.inserted);
  }
}

function replaced(text: string, from: number, gone: string, put: string) {
  return { text: text.slice(0, from) + put + text.slice(from + gone.length), at: from + put.length };
}

/**
 * Finds the part that changed. Uses the cursor if the part is ambiguous, for example if a space is typed next to a
 * space.
 */
function stepBetween(before: string, after: string, cursor: number): Step {
  const most = Math.min(before.length, after.length);
  const rest = Math.min(most, after.length - cursor);
  let same = 0;
  while (same < rest && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  let from = 0;
  while (from < most - same && before[from] === after[from]) from++;
  return { from, removed: before.slice(from, before.length - same), inserted: after.slice(from, after.length - same) };
}

/** Merges two steps if the second continues typing or deleting where the first ended. */
function join(first: Step, second: Step): Step | undefined {
  const { from, removed, inserted } = first;
  if (second.removed === '' && second.from === from + inserted.length)
    return { from, removed, inserted: inserted + second.inserted };
  if (inserted !== '' || second.inserted !== '') return undefined;
  if (second.from + second.removed.length === from)
    return { from: second.from, removed: second.removed + removed, inserted };
  return second.from === from ? { from, removed: removed + second.removed, inserted } : undefined;
}
