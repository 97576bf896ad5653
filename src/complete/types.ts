import type {
  Discount,
  Jurisdiction,
  LineItem,
  LinkedTransaction,
  Payment,
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
import type { OriginalReceipt } from './receipt-extra.js';
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

/**
 * A price in major units as decimal text, with as many decimals as it has: `'1.899'`. Or its parts, where a platform
 * states the price without tax and the tax of one unit: together they are the price if prices include tax, else `net`
 * is.
 */
export type DecimalPrice = string | { readonly net: string; readonly tax: string };

/** What a line costs before its discount, in one of three forms. */
export type DraftPrice =
  | {
      /** Price of one unit, minor units. */
      readonly unitPrice: number;
      readonly price?: undefined;
      readonly lineTotal?: undefined;
    }
  | {
      /** Price of one unit, decimal text in major units. */
      readonly price: DecimalPrice;
      readonly unitPrice?: undefined;
      readonly lineTotal?: undefined;
    }
  | {
      /** All units before discount, minor units: for platforms that state no usable price of one unit. */
      readonly lineTotal: number;
      readonly unitPrice?: undefined;
      readonly price?: undefined;
    };

/** One of several taxes on a line. */
export interface DraftLineTax {
  /** Level of the jurisdiction. With it, the tax becomes part of tax.jurisdictions. */
  readonly level?: Jurisdiction['level'] | undefined;
  readonly name: string;
  /** Percent. */
  readonly rate: number;
  /** Minor units. If every tax of the line has one, their sum is the tax of the line. */
  readonly amount?: number | undefined;
}

/** The rate of a line, or its taxes, whose exact sum is the rate. `[]` is the rate 0, which needs a `taxCategory`. */
export type DraftRate =
  | {
      /** Percent. */
      readonly taxRate: number;
      readonly taxes?: undefined;
    }
  | { readonly taxes: readonly DraftLineTax[]; readonly taxRate?: undefined };

/** An addition to a line, such as a topping. It adds to the price of one unit, and its name to the name of the line. */
export type DraftModifier = {
  readonly name: string;
  /** For each unit of the line. Default 1. */
  readonly quantity?: number | undefined;
} & (
  | {
      /** Minor units; negative for a reduction. */
      readonly unitPrice: number;
      readonly price?: undefined;
    }
  | {
      /** Decimal text in major units. */
      readonly price: DecimalPrice;
      readonly unitPrice?: undefined;
    }
);

/** A line of a draft. `complete` fills in absent fields and keeps given ones. */
export type DraftLine = DraftLineFields & DraftPrice & DraftRate;

/** The fields of a draft's line besides its price and its rate. */
export interface DraftLineFields extends Omit<
  LineItem,
  'quantity' | 'unitPrice' | 'amount' | 'taxRate' | 'taxCategory' | 'taxAmount' | 'discount'
> {
  /** Your own name of the line, for `expect` and for corrections: kept in metadata.receiptExtra. */
  readonly key?: string | undefined;
  /** Default 1. */
  readonly quantity?: number | undefined;
  /** Default S for a rate above 0. A line with rate 0 has to say why. */
  readonly taxCategory?: LineItem['taxCategory'] | undefined;
  readonly discount?: DraftDiscount | undefined;
  readonly modifiers?: readonly DraftModifier[] | undefined;
  /** Minor units, after discount. */
  readonly amount?: number | undefined;
  /** Minor units. */
  readonly taxAmount?: number | undefined;
}

/** A discount on the whole order, or on some of its lines. The lines share it in proportion to their amounts. */
export type OrderDiscount = DraftDiscount & {
  /** Indexes in `items`; default: all lines above 0. */
  readonly lines?: readonly number[] | undefined;
};

/**
 * A charge in addition to the goods, such as shipping. With a rate it is one line; without, it is taxed like the goods:
 * one line for each of their rates.
 */
export type Charge = {
  /** Default: `charge:` and the name. */
  readonly key?: string | undefined;
  /** As on the receipt. */
  readonly name: string;
  /** Default S for a rate above 0. */
  readonly taxCategory?: LineItem['taxCategory'] | undefined;
  /** Minor units; only with a rate. */
  readonly taxAmount?: number | undefined;
} & (
  | {
      /** Minor units, 0 or more; with or without tax, like the prices. */
      readonly amount: number;
      readonly percent?: undefined;
    }
  | {
      /** Percent of the goods after discounts, without lines out of scope of the tax, charges and the tip. */
      readonly percent: number;
      readonly amount?: undefined;
    }
) &
  (DraftRate | { readonly taxRate?: undefined; readonly taxes?: undefined });

/** What a payer handed over in another currency. */
export interface ForeignAmount {
  /** ISO 4217 code. */
  readonly currency: string;
  /** Minor units of that currency. */
  readonly amount: number;
  /** Decimal text: units of the document's currency for one of the foreign currency. */
  readonly rate?: string | undefined;
}

/** One means of payment of a draft. One of all may omit `amount`: it pays the rest. */
export interface DraftTender {
  readonly method: Payment['method'];
  /** Share of totals.total, minor units; negative where money goes back in an exchange. */
  readonly amount?: number | undefined;
  /** What was handed over, minor units. */
  readonly tendered?: number | undefined;
  /** tendered − amount, minor units. Cashback is part of it. */
  readonly change?: number | undefined;
  /** As on the receipt, such as a gift card. No numbers of cards or accounts. */
  readonly name?: string | undefined;
  /** Last four digits of the card number. */
  readonly last4?: string | undefined;
  readonly foreign?: ForeignAmount | undefined;
}

/** How a draft was paid: with one method, or with one or more tenders. */
export type DraftPayment =
  | { readonly payment: Payment; readonly tenders?: undefined }
  | { readonly tenders: readonly DraftTender[]; readonly payment?: undefined };

/** tax.summary of a draft: `complete` fills in absent figures. */
export type DraftSummaryEntry = Pick<TaxSummaryEntry, 'rate' | 'category'> & Optional<TaxSummaryEntry>;

/** The same fields, all optional. */
type Optional<T> = { readonly [name in keyof T]?: T[name] | undefined };

/** `Omit` of each member of a union. */
type DistributiveOmit<T, Name extends PropertyKey> = T extends unknown ? Omit<T, Name> : never;

/** tax of a draft. `pricesIncludeTax` is never assumed: it gives the prices their meaning. */
export interface DraftTax extends Omit<Tax, 'scheme' | 'summary' | 'jurisdictions'> {
  /** Default: the scheme of domestic sales. */
  readonly scheme?: Tax['scheme'] | undefined;
  readonly summary?: readonly DraftSummaryEntry[] | undefined;
  /** `complete` fills in the tax of each if their rates add up to the one rate of the taxed lines. */
  readonly jurisdictions?: readonly (Omit<Jurisdiction, 'taxAmount'> & Optional<Jurisdiction>)[] | undefined;
}

/** The fields that a draft may omit or write in another form. */
export interface DraftFigures {
  /** Default true; false for a void. */
  readonly settled?: boolean | undefined;
  readonly items: readonly DraftLine[];
  readonly tax: DraftTax;
  readonly totals?: Optional<Totals> | undefined;
  /** Subtracted in order, each from what the earlier ones left. Charges and tips get no discount. */
  readonly discounts?: readonly OrderDiscount[] | undefined;
  readonly charges?: readonly Charge[] | undefined;
  /** Minor units; becomes a line out of scope of the tax. */
  readonly tip?: number | undefined;
}

type DraftOf<T> = Omit<T, 'type' | 'settled' | 'items' | 'tax' | 'totals' | 'payment'> & DraftFigures & DraftPayment;

/** A sale that may omit its figures. */
export type SaleDraft = DraftOf<SaleTransaction> & {
  /** Default `sale`. */
  readonly type?: 'sale' | undefined;
};

/** A correction written by hand. `createRefund` and its siblings make one from the sale. */
export type CorrectionDraft = DraftOf<CorrectionTransaction> & Pick<CorrectionTransaction, 'type'>;

/** A transaction that may omit its figures. */
export type Draft = SaleDraft | CorrectionDraft;

/** The options of a completion, in addition to those of the shop. */
export interface CompleteOptions extends DocumentOptions {
  /**
   * Drops the given tax, summary and totals, and amounts that do not follow from quantity, price and discount, and
   * recomputes them.
   */
  readonly recompute?: boolean | undefined;
  /**
   * What the source charged. Figures are compared with it, never copied from it. A difference is the issue
   * `differs_from_source`, with its cause.
   */
  readonly expect?: Expectation | undefined;
}

/** The figures that the source charged: minor units, with the signs of the document. */
export interface Expectation {
  /** totals.total. */
  readonly total: number;
  /** totals.tax. Without `taxRounding` of the shop, `complete` looks for the rounding that gives it. */
  readonly tax?: number | undefined;
  /** totals.subtotal. */
  readonly subtotal?: number | undefined;
  /**
   * Lines by key or index. If all have keys, they are complete: a line, charge or tip that is not among them is an issue.
   * The key of a charge is by default `charge:` and its name, that of the tip `tip`.
   */
  readonly lines?: readonly ExpectedLine[] | undefined;
  /**
   * How far a figure may be off, minor units, at most the number of lines. Such a difference is a warning. Default 0.
   */
  readonly tolerance?: { readonly total?: number | undefined; readonly tax?: number | undefined } | undefined;
}

/** A line as the source charged it. Lines that share a key are compared by their sums. */
export type ExpectedLine = {
  /** After all discounts, minor units. */
  readonly amount?: number | undefined;
  /** Minor units. */
  readonly tax?: number | undefined;
} & (
  | { readonly key: string; readonly index?: undefined }
  | {
      /** Index in `items` of the draft. */
      readonly index: number;
      readonly key?: undefined;
    }
);

/**
 * A transaction that lacks only the data of the control unit or fiscal device. Its figures are final: they are what the
 * device signs. It is not a `Transaction`: add `extensions`, and validate the result.
 */
export type UnsignedTransaction = DistributiveOmit<Transaction, 'extensions'> & { readonly extensions?: unknown };

/** A draft that lacks only fiscal data: every issue is `required` or `fiscal_missing`, at `extensions` or below. */
export interface Unsigned extends Omit<Invalid, 'unsigned'> {
  readonly unsigned: UnsignedTransaction;
}

/** What a completion has in addition to the verdict. */
export interface Filled {
  /** The fields that `complete` filled in: `items[0].amount`, `tax.summary`, `totals`. */
  readonly filled: readonly string[];
  /** How the source rounds tax: found if `expect` has the tax and the shop has no `taxRounding`. */
  readonly taxRounding?: 'line' | 'group' | undefined;
}

/** The verdict on a completed draft: `valid`, or with `unsigned`, or neither. `document` has the figures that could be computed. */
export type Completion = (Valid & Filled) | (Unsigned & Filled) | (Invalid & Filled);

/**
 * The returned part of a line of a sale. `line` is its index in `items`; `key` is your own name of it, which the draft of
 * the sale had: lines that share a key, such as a charge over several rates, come back together. `quantity` is in the
 * unit of the line, of weighed goods also a part; default: all that is left. `amount` is minor units of the line's amount,
 * for goods that are not counted.
 */
export type RefundLine = (
  { readonly line: number; readonly key?: undefined } | { readonly key: string; readonly line?: undefined }
) &
  (
    | { readonly quantity?: number | undefined; readonly amount?: undefined }
    | { readonly amount: number; readonly quantity?: undefined }
  );

/** A sale, and what has already been refunded. */
export type CorrectedSale = {
  /** Every correction of the sale so far, `[]` for none. What they returned cannot be returned again. */
  readonly priorCorrections: readonly Transaction[];
} & (
  | {
      /** The document as stored by the service. */
      readonly sale: StoredTransaction;
      /** Default: the `id` of the sale. */
      readonly originalTransactionId?: string | undefined;
    }
  | {
      /** The document as sent. */
      readonly sale: Transaction;
      /** `id` of the stored sale. */
      readonly originalTransactionId: string;
    }
);

/** The fields of a correction that do not follow from its sale. */
export interface CorrectionFields extends Pick<
  Transaction,
  'receiptNumber' | 'timestamp' | 'source' | 'extensions' | 'metadata'
> {
  /** How the money is returned; default: as the sale was paid. */
  readonly payment?: Transaction['payment'] | undefined;
  readonly reason?: LinkedTransaction['reason'] | undefined;
  readonly note?: string | undefined;
  /** The store that corrects; default: that of the sale. `id` is that of the sale. */
  readonly vendor?: { readonly id?: string | undefined; readonly locationName?: string | undefined } | undefined;
  /** Default: that of the sale. */
  readonly customer?: Transaction['customer'] | undefined;
  /** Default: that of the sale. */
  readonly locale?: Transaction['locale'] | undefined;
  /** Default: that of the sale. */
  readonly channel?: Transaction['channel'] | undefined;
}

/** What the seller keeps of a refund, such as for restocking: a line below 0, with a tax of its own. */
export interface Fee {
  /** As on the receipt. */
  readonly name: string;
  /** Minor units above 0, with or without tax like the prices. */
  readonly amount: number;
  /** Percent. */
  readonly taxRate: number;
  /** Default S for a rate above 0. */
  readonly taxCategory?: LineItem['taxCategory'] | undefined;
}

/** What is returned: some lines, or all that is left. Indexes are those of `sale.items`. */
export type RefundLines = 'all' | readonly RefundLine[];

/** The input of `createRefund`. */
export type RefundInput = CorrectedSale &
  CorrectionFields & {
    readonly lines: RefundLines;
    /** Together at most what the lines are. What they keep cannot be refunded later. */
    readonly fees?: readonly Fee[] | undefined;
  };

/** The input of `createReturn`. `vendor` and `payment` are required: there is no sale that has them. */
export interface ReturnInput
  extends Omit<CorrectionFields, 'vendor' | 'payment'>, Pick<Transaction, 'currency' | 'vendor' | 'payment'> {
  /** The goods, as in a draft. Prices above 0. */
  readonly lines: readonly DraftLine[];
  /** Whether prices include tax. */
  readonly pricesIncludeTax: boolean;
  /** What is known of the sale; absent if there is no receipt. */
  readonly original?: Omit<OriginalReceipt, 'kind'> | undefined;
  /** Together at most what the lines are. */
  readonly fees?: readonly Fee[] | undefined;
}

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
    /** The lines sold instead, as in a draft. */
    readonly sold: readonly [DraftLine, ...DraftLine[]];
  };

/** What is left of one line. All figures except the discount have the sign of the sale's line. */
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

/** What is left at one rate and category of the lines above 0. */
export interface RefundableRate {
  /** Percent. */
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  /** Minor units, with or without tax like the prices. */
  readonly amount: number;
  /** Minor units. */
  readonly taxAmount: number;
}

/** What can still be refunded of a sale. */
export interface RefundableBalance {
  /**
   * One entry per sold line. A correction that does not say which of several equal lines it returned counts against the
   * last of them.
   */
  readonly lines: readonly RefundableLine[];
  /** In the order of the sale's lines. */
  readonly rates: readonly RefundableRate[];
  /** What is left of the lines above 0, with tax, before cash rounding, minor units. */
  readonly total: number;
}

/** The balance, or why it is unknown: look at `valid` first. */
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
