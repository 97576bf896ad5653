import type { NumberedIssue } from './verdict.js';
import type { Edit } from './json/apply.js';
import type { Range } from './json/scan.js';

/** The text editor: a textarea until CodeMirror has loaded. */
export interface Editor {
  readonly text: () => string;
  /** Changes the text as typing would: one step to undo. */
  readonly edit: (edits: readonly Edit[]) => void;
  /** Numbers the lines that have notes, or marks the place where the text stops being JSON. */
  readonly mark: (notes: readonly NumberedIssue[], fault?: number) => void;
  /** Highlights a part of the text; undefined clears it. */
  readonly light: (range: Range | undefined) => void;
  /** Selects a part of the text, scrolls there and puts the cursor there. */
  readonly reveal: (range: Range) => void;
  readonly undo: () => void;
  /** Removes the editor from the page. */
  readonly remove: () => void;
}

/** The events of an editor. */
export interface EditorEvents {
  readonly changed: () => void;
  /** The cursor moved to an offset. */
  readonly moved: (offset: number) => void;
}
