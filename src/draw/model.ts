import type { Path } from './read.js';

/** One part of a row. */
export interface Cell {
  /** Safe to print; one line. */
  readonly text: string;
  /** Its path in the document; absent for words and symbols. */
  readonly path?: Path | undefined;
  /** `userText`: text from the document; `missing`: stands for a missing value; `raw`: a value of the wrong type. */
  readonly look?: 'userText' | 'missing' | 'raw' | undefined;
}

/** How a row looks: `title` and `total` are large, `detail` and `quiet` small, `field` names a field and shows its value. */
export type RowLook =
  'name' | 'centred' | 'title' | 'pair' | 'item' | 'detail' | 'quiet' | 'sum' | 'total' | 'tax-head' | 'tax' | 'field';

export interface Row {
  readonly look: RowLook;
  /** The left cells, or all cells of a centred row. */
  readonly left: readonly Cell[];
  /** The middle column, in the table of taxes. */
  readonly middle?: Cell | undefined;
  /** At the right margin. */
  readonly right?: Cell | undefined;
}

/** A part of the receipt, with a line between it and the part above. */
export type SectionName = 'head' | 'title' | 'items' | 'totals' | 'tax' | 'extensions' | 'other';

export type Sections = Readonly<Record<SectionName, readonly Row[]>>;

/** The kind of document, which decides the style of its title. */
export type Kind = 'sale' | 'refund' | 'credit_note' | 'exchange' | 'void' | 'unknown';

/** One issue, beside the row that it concerns. */
export interface Note {
  /** From 1, in the order of the given issues. */
  readonly number: number;
  readonly severity: 'error' | 'warning';
  /** The path as text. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface NotedRow extends Row {
  readonly notes: readonly Note[];
  /** Whether a rule is drawn above it. */
  readonly first: boolean;
}

/** A receipt that is ready to be drawn. */
export interface ReceiptLayout {
  readonly kind: Kind;
  /** BCP 47 tag of the labels. */
  readonly language: string;
  readonly rows: readonly NotedRow[];
  /** The notes on each field, for the cell that shows it. */
  readonly notesOf: ReadonlyMap<string, readonly Note[]>;
}
