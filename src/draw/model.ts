import type { Path } from './read.js';

/** One piece of a row. */
export interface Cell {
  /** Safe to print, on one line. */
  readonly text: string;
  /** Where it stands in the document; absent from words and signs. */
  readonly path?: Path | undefined;
  /** `foreign`: text of the document; `missing`: a sign for what is not there; `raw`: a value of another type than it should be. */
  readonly look?: 'foreign' | 'missing' | 'raw' | undefined;
}

/** How a row looks: `title` and `total` are large, `detail` and `quiet` small, `field` names a field and shows its value. */
export type RowLook =
  'name' | 'centred' | 'title' | 'pair' | 'item' | 'detail' | 'quiet' | 'sum' | 'total' | 'tax-head' | 'tax' | 'field';

/** One row of the paper. */
export interface Row {
  readonly look: RowLook;
  /** From the left, or the middle of a row that is centred. */
  readonly left: readonly Cell[];
  /** The column between, in the table of taxes. */
  readonly middle?: Cell | undefined;
  /** At the right margin. */
  readonly right?: Cell | undefined;
}

/** A part of the paper, parted from the one above by a rule. */
export type SectionName = 'head' | 'title' | 'items' | 'totals' | 'tax' | 'extensions' | 'other';

export type Sections = Readonly<Record<SectionName, readonly Row[]>>;

/** What kind of document it is, which the look of its title tells. */
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

/** A row and what was found in it. */
export interface NotedRow extends Row {
  readonly notes: readonly Note[];
  /** Whether a rule stands above it. */
  readonly first: boolean;
}

/** A receipt as it is drawn. */
export interface Paper {
  readonly kind: Kind;
  /** BCP 47 tag of the words. */
  readonly language: string;
  readonly rows: readonly NotedRow[];
  /** The notes by their field, for the cell that shows it. */
  readonly notesOf: ReadonlyMap<string, readonly Note[]>;
}
