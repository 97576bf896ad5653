import type {
  Discount,
  Jurisdiction,
  LineItem,
  LinkedTransaction,
  Tax,
  TaxSummaryEntry,
  Totals,
} from '../document/types.generated.js';
import type {
  CorrectionTransaction,
  SaleTransaction,
  StoredTransaction,
  Transaction,
} from '../document/written-types.js';
import type { Issue } from '../issues/issue.js';
import type { DocumentOptions } from '../engine/shop.js';
import type { Invalid, Valid } from '../engine/validate.js';

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

/** `Omit` of each member of a union. */
type DistributiveOmit<T, Name extends PropertyKey> = T extends unknown ? Omit<T, Name> : never;

/** tax of a draft. `pricesIncludeTax` is never assumed: it gives the prices their meaning. */
export interface DraftTax extends Omit<Tax, 'scheme' | 'summary' | 'jurisdictions'> {
  /** Absent: the scheme of sales at home. */
  readonly scheme?: Tax['scheme'] | undefined;
  readonly summary?: readonly DraftSummaryEntry[] | undefined;
  /** The tax of each is filled in where their rates add up to the one rate of the taxed lines. */
  readonly jurisdictions?: readonly (Omit<Jurisdiction, 'taxAmount'> & Optional<Jurisdiction>)[] | undefined;
}

/** The fields that a draft may leave out or write in another form. */
export interface DraftFigures {
  /** Absent: true, and false for a void. */
  readonly settled?: boolean | undefined;
  readonly items: readonly DraftLine[];
  readonly tax: DraftTax;
  readonly totals?: Optional<Totals> | undefined;
  /** Subtracted in this order, each from what the ones before have left. Charges and tips get no discount. */
  readonly discounts?: readonly OrderDiscount[] | undefined;
  readonly charges?: readonly Charge[] | undefined;
  /** Minor units; becomes a line that is out of scope of the tax. */
  readonly tip?: number | undefined;
}

type DraftOf<T> = Omit<T, 'type' | 'settled' | 'items' | 'tax' | 'totals'> & DraftFigures;

/** A sale whose figures may be left out. */
export type SaleDraft = DraftOf<SaleTransaction> & {
  /** Absent: `sale`. */
  readonly type?: 'sale' | undefined;
};

/** A correction that is written by hand. `createRefund` and its like write it from the sale. */
export type CorrectionDraft = DraftOf<CorrectionTransaction> & Pick<CorrectionTransaction, 'type'>;

/** A transaction whose figures may be left out. */
export type Draft = SaleDraft | CorrectionDraft;

/** The options of a completion, in addition to those of the shop. */
export interface CompleteOptions extends DocumentOptions {
  /**
   * Drops the tax, the summary and the totals that are given, and amounts that do not follow from quantity, price and
   * discount, and computes them again.
   */
  readonly recompute?: boolean | undefined;
}

/**
 * A transaction that lacks nothing but the data of the control unit or the fiscal device. Its figures are final: they
 * are what the device signs. It is no `Transaction`: add `extensions`, and validate the result.
 */
export type UnsignedTransaction = DistributiveOmit<Transaction, 'extensions'> & { readonly extensions?: unknown };

/** A draft that lacks nothing but fiscal data: every issue is `required` or `fiscal_missing`, at `extensions` or below. */
export interface Unsigned extends Omit<Invalid, 'unsigned'> {
  readonly unsigned: UnsignedTransaction;
}

/** What a completion has besides the verdict. */
export interface Filled {
  /** The fields that were filled in: `items[0].amount`, `tax.summary`, `totals`. */
  readonly filled: readonly string[];
}

/** The verdict on a completed draft: `valid`, or with `unsigned`, or neither. `document` has what could be computed. */
export type Completion = (Valid & Filled) | (Unsigned & Filled) | (Invalid & Filled);

/**
 * The returned part of one line of a sale. `line` is its index in `items`. `quantity` is in the unit of the line;
 * absent: all that is left. `amount` is minor units of the line's amount, for goods that are not counted in pieces.
 */
export type RefundLine =
  | { readonly line: number; readonly quantity?: number | undefined; readonly amount?: undefined }
  | { readonly line: number; readonly amount: number; readonly quantity?: undefined };

/** A sale, and what was given back of it already. */
export type CorrectedSale = {
  /** Every correction of the sale so far; `[]` if there is none. What they gave back cannot be given back again. */
  readonly priorCorrections: readonly Transaction[];
} & (
  | {
      /** The document as the service stored it. */
      readonly sale: StoredTransaction;
      /** Absent: the `id` of the sale. */
      readonly originalTransactionId?: string | undefined;
    }
  | {
      /** The document as it was sent. */
      readonly sale: Transaction;
      /** `id` of the sale as the service stored it. */
      readonly originalTransactionId: string;
    }
);

/** The fields of a correction that do not follow from its sale. */
export interface CorrectionFields extends Pick<
  Transaction,
  'receiptNumber' | 'timestamp' | 'source' | 'extensions' | 'metadata'
> {
  /** How the money went back; absent: as the sale was paid. */
  readonly payment?: Transaction['payment'] | undefined;
  readonly reason?: LinkedTransaction['reason'] | undefined;
  readonly note?: string | undefined;
}

/** What comes back: some lines, or all that is left. Indexes are those of `sale.items`. */
export type RefundLines = 'all' | readonly RefundLine[];

/** The input of `createRefund`. */
export type RefundInput = CorrectedSale & CorrectionFields & { readonly lines: RefundLines };

/** The input of `createCreditNote`: lines, or an amount. */
export type CreditNoteInput = CorrectedSale &
  CorrectionFields &
  (
    | { readonly lines: RefundLines; readonly amount?: undefined }
    | {
        /** Minor units, with or without tax like the prices of the sale. */
        readonly amount: number;
        readonly lines?: undefined;
      }
  );

/** The input of `createVoid`. */
export type VoidInput = CorrectedSale & CorrectionFields;

/** The input of `createExchange`. */
export type ExchangeInput = CorrectedSale &
  CorrectionFields & {
    readonly returned: RefundLines;
    /** The lines that are sold instead, as in a draft. Without any it is a refund. */
    readonly sold: readonly [DraftLine, ...DraftLine[]];
  };

/** The rest of one line. All figures except the discount have the sign of the sale's line. */
export interface RefundableLine {
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
export interface RefundableRate {
  /** Percent. */
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  /** Minor units, with or without tax like the prices. */
  readonly amount: number;
  /** Minor units. */
  readonly taxAmount: number;
}

/** What can still be given back of a sale. */
export interface RefundableBalance {
  /**
   * One entry for each line that was sold. If lines are alike, the rest of all of them is in the entry of the first.
   */
  readonly lines: readonly RefundableLine[];
  /** In the order of the sale's lines. */
  readonly rates: readonly RefundableRate[];
  /** The rest of totals.total before rounding, minor units. */
  readonly total: number;
}

/** The balance, or the faults for which it is not known: look at `valid` first. */
export type BalanceResult =
  | {
      readonly valid: true;
      readonly balance: RefundableBalance;
      readonly issues: readonly [];
      readonly warnings: readonly Issue[];
    }
  | {
      readonly valid: false;
      readonly balance?: undefined;
      /** At least one; `field` begins with `sale`, `priorCorrections[k]` or `originalTransactionId`. */
      readonly issues: readonly [Issue, ...Issue[]];
      readonly warnings: readonly Issue[];
    };
