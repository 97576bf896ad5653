import type { Note } from './verdict.js';
import type { Edit } from './json/apply.js';
import type { Range } from './json/scan.js';

/** Where the text is written: a textarea, and CodeMirror once it is there. */
export interface Editor {
  readonly text: () => string;
  /** Changes the text as typing would: one step to undo. */
  readonly edit: (edits: readonly Edit[]) => void;
  /** Numbers the lines that notes stand on, or marks the place where the text stops being JSON. */
  readonly mark: (notes: readonly Note[], fault?: number) => void;
  /** Lights a part of the text; undefined lights none. */
  readonly light: (range: Range | undefined) => void;
  /** Selects a part of the text, scrolls there and puts the cursor there. */
  readonly reveal: (range: Range) => void;
  readonly undo: () => void;
  /** Leaves the page. */
  readonly remove: () => void;
}

/** What an editor tells. */
export interface EditorEvents {
  readonly changed: () => void;
  /** The cursor moved to an offset. */
  readonly moved: (offset: number) => void;
}
