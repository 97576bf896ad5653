import type { StoredVendor } from '../document/types.generated.js';
import type { Issue } from '../issues/issue.js';
import type { RulePack } from '../rule/types.js';

/** An issue from a result, or from the body of a 422 response, which has only `field`, `code` and `message`. */
export type DrawIssue = Pick<Issue, 'field' | 'code' | 'message'> & Partial<Pick<Issue, 'path' | 'severity'>>;

/** The options shared by drawings as HTML and as text. */
export interface DrawOptions {
  /** The business, for documents with only `vendor.id`. Values in the document take precedence. */
  vendor?: Partial<StoredVendor> | undefined;
  /**
   * The rule pack for the business's country, such as `shop.pack`, for the labels of its law. Required if the pack is
   * not built in.
   */
  pack?: Pick<RulePack, 'country' | 'law'> | undefined;
  /**
   * ISO 3166-1 alpha-2 code of the business's country, which determines the labels. The country of `pack` takes
   * precedence. Default: inferred from the document or `vendor`.
   */
  country?: string | undefined;
  /** The receipt that the document corrects, as posted or as stored: its number is printed instead of its id. */
  original?: object | undefined;
  /** The document's issues, printed as notes beside the receipt. Note 1 is the first issue in this array. */
  issues?: readonly DrawIssue[] | undefined;
  /**
   * BCP 47 tag for number formats, and for labels if the country also issues receipts in that language. Default: the
   * document's `locale`.
   */
  locale?: string | undefined;
}

/** Options for drawing a receipt as HTML. */
export interface DrawHtmlOptions extends DrawOptions {
  /**
   * Prefix of the notes' ids, for pages with notes for several receipts: a letter, then letters, digits, `-` and `_`.
   * Default: `receipt`.
   */
  idPrefix?: string | undefined;
}

/** Options for drawing a receipt as text. */
export interface DrawTextOptions extends DrawOptions {
  /** Width in columns, at least 24; default 80. The receipt itself takes up to 42 columns; notes take the rest. */
  width?: number | undefined;
  /** Whether to use colours (SGR escape sequences for terminals). Default: false. */
  colour?: boolean | undefined;
  /**
   * Whether to write ASCII only, for terminals without UTF-8. Accents are removed; other non-ASCII characters become
   * `?`. Default: false.
   */
  ascii?: boolean | undefined;
}
