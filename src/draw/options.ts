import type { StoredVendor, Address } from '../document/types.generated.js';
import type { Issue } from '../issues/issue.js';
import type { RulePack } from '../rule/types.js';
import type { OptionShape } from '../usage/assert.js';
import { A_BOOLEAN, A_STRING, AN_OBJECT, type OptionTest } from '../usage/option-tests.js';
import { canonical, COUNTRY } from './words.js';

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
   * BCP 47 tag for number formats; also for labels, if the country has receipts in that language. Default: the
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

const MIN_WIDTH = 24;

const A_COUNTRY: OptionTest = {
  test: (value) => typeof value === 'string' && COUNTRY.test(value),
  wanted: "an ISO 3166-1 alpha-2 code such as 'SE'",
};

const ADDRESS = {
  line1: A_STRING,
  line2: A_STRING,
  postalCode: A_STRING,
  city: A_STRING,
  region: A_STRING,
  country: A_STRING,
} satisfies Record<keyof Address, OptionShape>;

const VENDOR = {
  id: A_STRING,
  name: A_STRING,
  legalName: A_STRING,
  orgNumber: A_STRING,
  vatNumber: A_STRING,
  country: A_STRING,
  address: { options: ADDRESS },
  locationName: A_STRING,
} satisfies Record<keyof StoredVendor, OptionShape>;

const DRAW_OPTIONS = {
  pack: AN_OBJECT,
  vendor: { options: VENDOR },
  country: A_COUNTRY,
  // `issues` and `original` can come from a service response, so their contents are not checked.
  original: AN_OBJECT,
  issues: { test: Array.isArray, wanted: 'an array of issues' },
  locale: {
    test: (value) => typeof value === 'string' && canonical(value) !== undefined,
    wanted: "a BCP 47 tag such as 'sv-SE'",
  },
} satisfies Record<keyof DrawOptions, OptionShape>;

export const DRAW_HTML_OPTIONS = {
  ...DRAW_OPTIONS,
  idPrefix: {
    test: (value) => typeof value === 'string' && /^[A-Za-z][\w-]*$/.test(value),
    wanted: "a letter, then letters, digits, - and _, such as 'receipt-2'",
  },
} satisfies Record<keyof DrawHtmlOptions, OptionShape>;

export const DRAW_TEXT_OPTIONS = {
  ...DRAW_OPTIONS,
  width: {
    test: (value) => typeof value === 'number' && value >= MIN_WIDTH,
    wanted: `a number of ${MIN_WIDTH} or more`,
  },
  colour: A_BOOLEAN,
  ascii: A_BOOLEAN,
} satisfies Record<keyof DrawTextOptions, OptionShape>;
