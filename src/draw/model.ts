import type { Path } from './read.js';

/** One part of a row. */
export interface Cell {
  /** Safe to print, on one line. */
  readonly text: string;
  /** Its path in the document; absent for words and signs. */
  readonly path?: Path | undefined;
  /** `foreign`: text of the document; `missing`: a sign for a missing value; `raw`: a value of a wrong type. */
  readonly look?: 'foreign' | 'missing' | 'raw' | undefined;
}

/** How a row looks: `title` and `total` are large, `detail` and `quiet` small, `field` names a field and shows its value. */
export type RowLook =
  'name' | 'centred' | 'title' | 'pair' | 'item' | 'detail' | 'quiet' | 'sum' | 'total' | 'tax-head' | 'tax' | 'field';

/** One row of the receipt. */
export interface Row {
  readonly look: RowLook;
  /** The left cells, or all cells of a row that is centred. */
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
  /** From 1, in the order of the issues that were given. */
  readonly number: number;
  readonly severity: 'error' | 'warning';
  /** The path as text. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** A row and the issues in it. */
export interface NotedRow extends Row {
  readonly notes: readonly Note[];
  /** Whether there is a line above it. */
  readonly first: boolean;
}

/** A receipt that is ready to be drawn. */
export interface Paper {
  readonly kind: Kind;
  /** BCP 47 tag of the words. */
  readonly language: string;
  readonly rows: readonly NotedRow[];
  /** The notes by their field, for the cell that shows it. */
  readonly notesOf: ReadonlyMap<string, readonly Note[]>;
}
