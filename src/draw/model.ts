import type { Block } from './country-layout.js';
import type { Path } from './read.js';

/** A cell of a row. */
export interface Cell {
  /** Safe to print; one line. */
  readonly text: string;
  /** Its path in the document; absent for words and symbols. */
  readonly path?: Path | undefined;
  /**
   * `userText`: text from the document; `missing`: placeholder for a missing value; `raw`: a value of the wrong type.
   */
  readonly look?: 'userText' | 'missing' | 'raw' | undefined;
  /** The document's timestamp, if the cell shows a time. */
  readonly time?: string | undefined;
}

/**
 * The style of a row: `title` and `total` are large; `detail`, `discount` and `quiet` are small; `field` shows a
 * field's name and value; `head` contains column headings.
 */
export type RowLook =
  | 'name'
  | 'centred'
  | 'title'
  | 'pair'
  | 'group'
  | 'item'
  | 'detail'
  | 'discount'
  | 'quiet'
  | 'sum'
  | 'total'
  | 'head'
  | 'tax'
  | 'field'
  | 'qr';

/** A QR code, one unit per module. */
export interface DrawnQr {
  /** The path of the dark modules. */
  readonly path: string;
  /** The modules on each side, without the quiet zone. */
  readonly size: number;
  /** The width of the code on paper, in millimetres, without the quiet zone. */
  readonly millimetres: number;
}

export interface Row {
  readonly look: RowLook;
  /** The cells on the left, or all cells of a centred row. */
  readonly left: readonly Cell[];
  /** The columns at the right margin, from left to right; the last one is for amounts. */
  readonly right?: readonly (readonly Cell[])[] | undefined;
  /** The mark after the amount: the letter for the rate of the row. */
  readonly mark?: Cell | undefined;
  /** Whether the columns are struck out. */
  readonly struck?: boolean | undefined;
  readonly qr?: DrawnQr | undefined;
}

/** A section of the receipt. */
export type SectionName = Block | 'other';

/** The sections of a receipt, in order. */
export type Sections = readonly (readonly [name: SectionName, rows: readonly Row[]])[];

/** The kind of document, which determines the style of its title. */
export type Kind = 'sale' | 'refund' | 'credit_note' | 'exchange' | 'void' | 'unknown';

/** An issue, shown beside the row that it concerns. */
export interface Note {
  /** Counted from 1, in the order of the issues passed in. */
  readonly number: number;
  readonly severity: 'error' | 'warning';
  /** The path as text. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface NotedRow extends Row {
  readonly notes: readonly Note[];
}

export interface NotedSection {
  readonly name: SectionName;
  readonly rows: readonly NotedRow[];
  /** Whether a horizontal rule is drawn above the section. */
  readonly ruled: boolean;
}

/** A receipt that is ready to be drawn. */
export interface ReceiptLayout {
  readonly kind: Kind;
  /** BCP 47 tag of the labels' language. */
  readonly language: string;
  readonly sections: readonly NotedSection[];
  /** The notes for each field, to be attached to the cell that shows it. */
  readonly notesOf: ReadonlyMap<string, readonly Note[]>;
}
