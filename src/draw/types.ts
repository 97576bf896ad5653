import type { StoredVendor } from '../document/types.generated.js';
import type { Issue } from '../issues/issue.js';
import type { RulePack } from '../rule/types.js';

/** An issue of a result, or of the body of a 422 response, which has only `field`, `code` and `message`. */
export type DrawIssue = Pick<Issue, 'field' | 'code' | 'message'> & Partial<Pick<Issue, 'path' | 'severity'>>;

/** The options of a drawing. */
export interface DrawOptions {
  /** The business, for documents that have only `vendor.id`. Values in the document take precedence. */
  vendor?: Partial<StoredVendor> | undefined;
  /**
   * The pack of the business's country, such as `shop.pack`, for the labels of its law. Needed if the pack is not one of
   * the built-in ones.
   */
  pack?: Pick<RulePack, 'country' | 'law'> | undefined;
  /**
   * ISO 3166-1 alpha-2 code of the business's country, which decides the labels. Default: the country of `pack`, or the one
   * that the document suggests.
   */
  country?: string | undefined;
  /** The issues of the document: note N beside the receipt is issue N of this array, counted from 1. */
  issues?: readonly DrawIssue[] | undefined;
  /**
   * BCP 47 tag for figures, and for labels if receipts of the country are written in that language too. Default: `locale`
   * of the document.
   */
  locale?: string | undefined;
}

/** The options of a drawing as text. */
export interface DrawTextOptions extends DrawOptions {
  /** The width in columns, 24 or more; default 80. The receipt itself takes at most 42, the notes the rest. */
  width?: number | undefined;
  /** Whether to write colours, as SGR sequences for terminals. */
  colour?: boolean | undefined;
}
