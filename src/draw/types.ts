import type { StoredVendor } from '../document/types.generated.js';
import type { Issue } from '../issues/issue.js';
import type { RulePack } from '../rule/types.js';

/** An issue of a result, or of the body of a 422 answer, which has only `field`, `code` and `message`. */
export type DrawIssue = Pick<Issue, 'field' | 'code' | 'message'> & Partial<Pick<Issue, 'path' | 'severity'>>;

/** The options of a drawing. */
export interface DrawOptions {
  /** The business, for documents that have only `vendor.id`. Values in the document come before these. */
  vendor?: Partial<StoredVendor> | undefined;
  /**
   * The pack of the business's country, such as `shop.pack`: the receipt has the labels of its law. Needed where the law
   * is not one of the built-in packs.
   */
  pack?: Pick<RulePack, 'country' | 'law'> | undefined;
  /**
   * ISO 3166-1 alpha-2 code of the business's country, whose words are used; absent: that of `pack`, or it is derived from the
   * document.
   */
  country?: string | undefined;
  /** The issues of the document: note N beside the receipt is issue N of this array, counted from 1. */
  issues?: readonly DrawIssue[] | undefined;
  /**
   * BCP 47 tag for figures. It is also used for words, if the country's receipts are written in that language too.
   * Absent: `locale` of the document.
   */
  locale?: string | undefined;
}

/** The options of a drawing as text. */
export interface DrawTextOptions extends DrawOptions {
  /** The width in columns, 24 or more; absent: 80. The receipt itself takes at most 42, the notes the rest. */
  width?: number | undefined;
  /** Whether colours are written, as SGR sequences for terminals. */
  colour?: boolean | undefined;
}
