import type { StoredVendor } from '../document/types.generated.js';
import type { Issue } from '../issue.js';

/** An issue of a result, or of the body of a 422 answer, which has `field`, `code` and `message` alone. */
export type DrawIssue = Pick<Issue, 'field' | 'code' | 'message'> & Partial<Pick<Issue, 'path' | 'severity'>>;

/** What a drawing is made with, beside the document. */
export interface DrawOptions {
  /** The business, where the document has no more of it than `vendor.id`; what the document says goes before it. */
  vendor?: Partial<StoredVendor> | undefined;
  /** ISO 3166-1 alpha-2 code of the business's country, whose words are used; told by the document where it is absent. */
  country?: string | undefined;
  /** What was found in the document: note N beside the paper is issue N of this array, counted from 1. */
  issues?: readonly DrawIssue[] | undefined;
  /** BCP 47 tag for figures and, where the country's receipts are written in it too, for words; `locale` of the document where it is absent. */
  locale?: string | undefined;
}

/** What a drawing as text is made with. */
export interface DrawTextOptions extends DrawOptions {
  /** Columns to stay within, 24 or more; 80 where it is absent. The paper itself takes at most 42, the notes the rest. */
  width?: number | undefined;
  /** Whether colours are written, as SGR sequences for terminals. */
  colour?: boolean | undefined;
}
