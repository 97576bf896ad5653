import type {
  Discount,
  Jurisdiction,
  LineItem,
  LinkedTransaction,
  Tax,
  TaxSummaryEntry,
  Totals,
  Transaction,
} from '../document/types.generated.js';
import type { ValidateOptions } from '../registry.js';
import type { ValidationResult } from '../validate.js';

/** A discount on one line: `amount` in minor units, above 0; or `percent`, 10 being 10 %, above 0 and at most 100. */
export type DraftDiscount =
  | (Discount & { readonly percent?: undefined })
  | {
      readonly percent: number;
      /** The reason for the discount, as on the receipt. */
      readonly description?: string | undefined;
      readonly amount?: undefined;
    };

/** A line of a draft. Absent fields are filled in, given ones are kept. */
export interface DraftLine extends Omit<LineItem, 'quantity' | 'amount' | 'taxCategory' | 'taxAmount' | 'discount'> {
  /** 1 where absent. */
  readonly quantity?: number | undefined;
  /** S where absent and the rate is above 0. A line of rate 0 has to say why. */
  readonly taxCategory?: LineItem['taxCategory'] | undefined;
  readonly discount?: DraftDiscount | undefined;
  /** Minor units, after discount. */
  readonly amount?: number | undefined;
  /** Minor units. */
  readonly taxAmount?: number | undefined;
}

/** A discount on the whole order, or on some of its lines. It is shared among them in proportion to their amounts. */
export type OrderDiscount = DraftDiscount & {
  /** Indexes in `items`; all lines above 0 where absent. */
  readonly lines?: readonly number[] | undefined;
};

/**
 * A charge in addition to the goods, such as shipping. It is taxed as the goods are: one line for each of their rates.
 */
export interface Charge {
  /** As on the receipt. */
  readonly name: string;
  /** Minor units, 0 or more; with or without tax, as the prices are. */
  readonly amount: number;
}

/** tax.summary of a draft: figures that are left out are filled in. */
export type DraftSummaryEntry = Pick<TaxSummaryEntry, 'rate' | 'category'> & Optional<TaxSummaryEntry>;

/** The same fields, each of which may be left out. */
type Optional<T> = { readonly [name in keyof T]?: T[name] | undefined };

/** tax of a draft. */
export interface DraftTax extends Omit<Tax, 'summary' | 'jurisdictions'> {
  readonly summary?: readonly DraftSummaryEntry[] | undefined;
  /** The tax of each is filled in where their rates add up to the one rate of the taxed lines. */
  readonly jurisdictions?: readonly (Omit<Jurisdiction, 'taxAmount'> & Optional<Jurisdiction>)[] | undefined;
}

/** A transaction whose figures may be left out. */
export interface Draft extends Omit<Transaction, 'items' | 'tax' | 'totals'> {
  readonly items: readonly DraftLine[];
  readonly tax: DraftTax;
  readonly totals?: Optional<Totals> | undefined;
  /** Subtracted in this order, each from what the ones before have left. Charges and tips get no discount. */
  readonly discounts?: readonly OrderDiscount[] | undefined;
  readonly charges?: readonly Charge[] | undefined;
  /** Minor units; becomes a line that is out of scope of the tax. */
  readonly tip?: number | undefined;
}

/** The options of a completion, in addition to those of `registry.validate`. */
export interface CompleteOptions extends ValidateOptions {
  /**
   * How tax is rounded. `line` (default): on each line, so that everybody can compute it again from the receipt.
   * `group`: on the sum of the lines that share rate, category and sign; each is then within 1 of its own exact tax.
   */
  readonly taxRounding?: 'line' | 'group' | undefined;
  /**
   * How cash is rounded. `pack` (default): as the law demands, and not at all if it only permits rounding. `none`: not
   * at all. `nearest`, `down`, `up`: to the step of the law, only if the law lets the seller choose.
   */
  readonly cashRounding?: 'pack' | 'none' | 'nearest' | 'down' | 'up' | undefined;
  /**
   * Drops the tax, the summary and the totals that are given, and amounts that do not follow from quantity, price and
   * discount, and computes them again.
   */
  readonly recompute?: boolean | undefined;
}

/** The verdict on a completed draft, and the document. */
export type Completion = ValidationResult & {
  /**
   * The draft with its figures. It is present also if `valid` is false, since control units sign the figures before
   * their own code exists. It then lacks the fields that the draft lacks and the figures that could not be computed.
   */
  readonly completed: Transaction;
  /** The fields that were filled in: `items[0].amount`, `tax.summary`, `totals`. */
  readonly filled: readonly string[];
};

/**
 * The returned part of one line of a sale. `line` is its index in `items`. `quantity` is in the unit of the line;
 * absent: all that is left. `amount` is minor units of the line's amount, for goods that are not counted in pieces.
 */
export type Take =
  | { readonly line: number; readonly quantity?: number | undefined; readonly amount?: undefined }
  | { readonly line: number; readonly amount: number; readonly quantity?: undefined };

/** The fields of a correction that do not come from its sale. */
export interface CorrectionHead extends Pick<
  Transaction,
  'receiptNumber' | 'timestamp' | 'source' | 'extensions' | 'metadata'
> {
  /** `id` of the sale as the service stored it. */
  readonly originalTransactionId: string;
  /** How the money went back; absent: as the sale was paid. */
  readonly payment?: Transaction['payment'] | undefined;
  readonly reason?: LinkedTransaction['reason'] | undefined;
  readonly note?: string | undefined;
  /** All corrections of the sale so far. What they gave back cannot be given back again. */
  readonly earlier?: readonly Transaction[] | undefined;
}

/** The rest of one line. All figures except the discount have the sign of the sale's line. */
export interface RemainingLine {
  /** Index in `items` of the sale. */
  readonly line: number;
  readonly quantity: number;
  /** Minor units. */
  readonly amount: number;
  /** Minor units, 0 for none. */
  readonly discount: number;
  /** Minor units. */
  readonly taxAmount: number;
}

/** The rest of the lines of one rate and category. */
export interface RemainingRate {
  /** Percent. */
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  /** Minor units, with or without tax like the prices. */
  readonly amount: number;
  /** Minor units. */
  readonly taxAmount: number;
}

/** What can still be given back of a sale. */
export interface Remaining {
  /**
   * One entry for each line that was sold. If lines are alike, the rest of all of them is in the entry of the first.
   */
  readonly lines: readonly RemainingLine[];
  /** In the order of the sale's lines. */
  readonly rates: readonly RemainingRate[];
  /** The rest of totals.total before rounding, minor units. */
  readonly total: number;
}
