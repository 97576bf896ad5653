import type {
  Discount,
  ForeignAmount,
  Jurisdiction,
  LineItem,
  LinkedTransaction,
  OriginalReceipt,
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
  UnsignedTransaction,
} from '../document/written-types.js';
import type { Issue } from '../issues/issue.js';
import type { DocumentOptions } from '../engine/shop.js';
import type { Invalid, Valid } from '../engine/validate.js';

export type { UnsignedTransaction };

/** A discount on one line: `amount` in minor units, above 0; or `percent`, above 0 and at most 100 (10 is 10 %). */
export type DraftDiscount =
  | (Discount & { readonly percent?: undefined })
  | {
      readonly percent: number;
      /** The reason for the discount, as on the receipt. */
      readonly description?: string | undefined;
      readonly amount?: undefined;
    };

/**
 * A price in major units as decimal text, with all its decimals, such as `'1.899'`. If a platform states the net price
 * and the tax per unit, send both: if prices include tax, the price is their sum, otherwise `net`.
 */
export type DecimalPrice = string | { readonly net: string; readonly tax: string };

/** The price of a line before its discount, in one of three forms. */
export type DraftPrice =
  | {
      /** Unit price in minor units. */
      readonly unitPrice: number;
      readonly price?: undefined;
      readonly lineTotal?: undefined;
    }
  | {
      /** Unit price in major units, as decimal text. */
      readonly price: DecimalPrice;
      readonly unitPrice?: undefined;
      readonly lineTotal?: undefined;
    }
  | {
      /** Total for all units before discount, in minor units, for platforms that do not state a usable unit price. */
      readonly lineTotal: number;
      readonly unitPrice?: undefined;
      readonly price?: undefined;
    };

/** One of several taxes on a line. */
export interface DraftLineTax {
  /** Level of the jurisdiction. If set, the tax is included in tax.jurisdictions. */
  readonly level?: Jurisdiction['level'] | undefined;
  readonly name: string;
  /** Percent. */
  readonly rate: number;
  /** Minor units. If every tax on the line has an amount, the line's tax is their sum. */
  readonly amount?: number | undefined;
}

/**
 * The tax rate of a line, or its individual taxes, whose exact sum becomes the rate. `[]` means rate 0, which requires
 * a `taxCategory`.
 */
export type DraftRate =
  | {
      /** Percent. */
      readonly taxRate: number;
      readonly taxes?: undefined;
    }
  | { readonly taxes: readonly DraftLineTax[]; readonly taxRate?: undefined };

/** An addition to a line, such as a topping. Its price is added to the unit price, and its name to the line's name. */
export type DraftModifier = {
  readonly name: string;
  /** Per unit of the line. Default 1. */
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

/** The fields of a draft line other than price and rate. */
export interface DraftLineFields extends Omit<
  LineItem,
  'quantity' | 'unitPrice' | 'amount' | 'taxRate' | 'taxCategory' | 'taxAmount' | 'discount'
> {
  /** Your own identifier for the line, used by `expect` and corrections; stored in metadata.receiptExtra. */
  readonly key?: string | undefined;
  /** Default 1. */
  readonly quantity?: number | undefined;
  /** Default S for a rate above 0; required for rate 0. */
  readonly taxCategory?: LineItem['taxCategory'] | undefined;
  readonly discount?: DraftDiscount | undefined;
  readonly modifiers?: readonly DraftModifier[] | undefined;
  /** Minor units, after discount. */
  readonly amount?: number | undefined;
  /** Minor units. */
  readonly taxAmount?: number | undefined;
}

/**
 * A discount on the whole order, or on some of its lines. It is allocated to the lines in proportion to their amounts.
 */
export type OrderDiscount = DraftDiscount & {
  /** Indexes into `items`; default: all lines above 0 within the scope of the tax. */
  readonly lines?: readonly number[] | undefined;
};

/**
 * A charge in addition to the goods, such as shipping. With a rate, it becomes one line; without a rate, it is taxed
 * like the goods, with one line for each of their rates.
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
      /** Percent of the goods after discounts, excluding charges, the tip, and lines outside the scope of the tax. */
      readonly percent: number;
      readonly amount?: undefined;
    }
) &
  (DraftRate | { readonly taxRate?: undefined; readonly taxes?: undefined });

/** One means of payment in a draft. One tender can omit `amount`; it then pays the remainder. */
export interface DraftTender {
  readonly method: Payment['method'];
  /** Part of totals.total, minor units; negative if an exchange pays money back. */
  readonly amount?: number | undefined;
  /** Cash handed over, minor units. */
  readonly tendered?: number | undefined;
  /** tendered − amount, minor units. Includes cashback. */
  readonly change?: number | undefined;
  /** As on the receipt: `Gift card`. Must not contain card or account numbers. */
  readonly name?: string | undefined;
  /** Last four digits of the card number. */
  readonly last4?: string | undefined;
  readonly foreign?: ForeignAmount | undefined;
}

/** How a draft was paid: with one method, or with one or more tenders. */
export type DraftPayment =
  | { readonly payment: Payment; readonly tenders?: undefined }
  | { readonly tenders: readonly DraftTender[]; readonly payment?: undefined };

/** An entry of tax.summary in a draft: `complete` fills in absent figures. */
export type DraftSummaryEntry = Pick<TaxSummaryEntry, 'rate' | 'category'> & Optional<TaxSummaryEntry>;

/** The same fields, all optional. */
type Optional<T> = { readonly [name in keyof T]?: T[name] | undefined };

/** The tax in a draft. `pricesIncludeTax` has no default, because prices are ambiguous without it. */
export interface DraftTax extends Omit<Tax, 'scheme' | 'summary' | 'jurisdictions'> {
  /** Default: the scheme for domestic sales. */
  readonly scheme?: Tax['scheme'] | undefined;
  readonly summary?: readonly DraftSummaryEntry[] | undefined;
  /**
   * `complete` fills in each tax if all taxed lines have the same rate and the jurisdictions' rates add up to that
   * rate.
   */
  readonly jurisdictions?: readonly (Omit<Jurisdiction, 'taxAmount'> & Optional<Jurisdiction>)[] | undefined;
}

/** The fields that a draft can omit or write in another form. */
export interface DraftFigures {
  /** Default true; false for a void. */
  readonly settled?: boolean | undefined;
  readonly items: readonly DraftLine[];
  readonly tax: DraftTax;
  readonly totals?: Optional<Totals> | undefined;
  /** Applied in order, each to the amounts left by the previous discounts. Charges and tips are not discounted. */
  readonly discounts?: readonly OrderDiscount[] | undefined;
  readonly charges?: readonly Charge[] | undefined;
  /** Minor units; becomes a line outside the scope of the tax. */
  readonly tip?: number | undefined;
}

type DraftOf<T> = Omit<T, 'type' | 'settled' | 'items' | 'tax' | 'totals' | 'payment'> & DraftFigures & DraftPayment;

/** A sale that can omit its figures. */
export type SaleDraft = DraftOf<SaleTransaction> & {
  /** Default `sale`. */
  readonly type?: 'sale' | undefined;
};

/** A correction written by hand. `createRefund` and similar functions create one from the sale. */
export type CorrectionDraft = DraftOf<CorrectionTransaction> & Pick<CorrectionTransaction, 'type'>;

/** A transaction that can omit its figures. */
export type Draft = SaleDraft | CorrectionDraft;

/** The options of `complete`, in addition to the options of the shop. */
export interface CompleteOptions extends DocumentOptions {
  /** Recomputes the tax, summary and totals, and every amount that does not equal quantity × price − discount. */
  readonly recompute?: boolean | undefined;
  /**
   * The figures that the source charged. They are only compared with the computed figures, never copied. `complete`
   * reports each difference as `differs_from_source`, and states the cause.
   */
  readonly expect?: Expectation | undefined;
}

/** The figures that the source charged, in minor units, with the same signs as in the document. */
export interface Expectation {
  /** totals.total. */
  readonly total: number;
  /** totals.tax. If the shop has no `taxRounding`, `complete` looks for the rounding that produces this tax. */
  readonly tax?: number | undefined;
  /** totals.subtotal. */
  readonly subtotal?: number | undefined;
  /**
   * Lines by key or index. If all of them have keys, the list must be complete: a line, charge or tip missing from the
   * list is an issue. The default key of a charge is `charge:` and its name; the tip's key is `tip`.
   */
  readonly lines?: readonly ExpectedLine[] | undefined;
  /**
   * The largest accepted difference in a figure, in minor units; at most the number of lines. A smaller or equal
   * difference causes only a warning. Default 0.
   */
  readonly tolerance?: { readonly total?: number | undefined; readonly tax?: number | undefined } | undefined;
}

/** A line as the source charged it. Lines that share a key are added up before they are compared. */
export type ExpectedLine = {
  /** The amount after all discounts, in minor units. */
  readonly amount?: number | undefined;
  /** Minor units. */
  readonly tax?: number | undefined;
} & (
  | { readonly key: string; readonly index?: undefined }
  | {
      /** Index in the draft's `items`. */
      readonly index: number;
      readonly key?: undefined;
    }
);

/** A draft that lacks only fiscal data: every issue is `required` or `fiscal_missing`, at `extensions` or below. */
export interface Unsigned extends Omit<Invalid, 'unsigned'> {
  readonly unsigned: UnsignedTransaction;
}

/** What a completion contains in addition to the verdict. */
export interface Filled {
  /** The fields that `complete` filled in: `items[0].amount`, `tax.summary`, `totals`. */
  readonly filled: readonly string[];
  /** How the source rounds tax; determined only if `expect` states the tax and the shop has no `taxRounding`. */
  readonly taxRounding?: 'line' | 'group' | undefined;
}

/**
 * The verdict on a completed draft: valid, unsigned, or invalid. `document` contains every figure that could be
 * computed.
 */
export type Completion = (Valid & Filled) | (Unsigned & Filled) | (Invalid & Filled);

/**
 * The part of a sale line to return. `line` is its index in `items`; `key` is the key that you gave it in the draft of
 * the sale. Lines that share a key, such as a charge split over several rates, are returned together. `quantity` is in
 * the line's unit or, with `key`, in the draft's unit: for example litres, even if `complete` priced the line per `10
 * l`. It can be fractional for weighed goods; default: the remaining quantity. `amount`, in minor units, returns part
 * of the line's amount, for goods that are not counted.
 */
export type RefundLine = (
  | { readonly line: number; readonly key?: undefined }
  | { readonly key: string; readonly line?: undefined }
) &
  (
    | { readonly quantity?: number | undefined; readonly amount?: undefined }
    | { readonly amount: number; readonly quantity?: undefined }
  );

/** A sale and its earlier corrections. */
export type CorrectedSale = {
  /**
   * Every correction of the sale so far; `[]` if there are none. Goods that these corrections returned cannot be
   * returned again.
   */
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

/**
 * How a correction gives money back: with one method, or with one or more tenders. Default: each tender of the sale,
 * less the amount that prior corrections paid back to it, with cash last, rounded as the law in force requires. For a
 * sale without tenders, the default is its `payment`.
 */
export type CorrectionPayment =
  | { readonly payment?: Transaction['payment'] | undefined; readonly tenders?: undefined }
  | { readonly tenders?: readonly CorrectionTender[] | undefined; readonly payment?: undefined };

/** One means of payment with which a correction pays money back. */
export interface CorrectionTender extends DraftTender {
  /** The index of the sale's tender that this tender pays back. */
  readonly reverses?: number | undefined;
}

/** The fields of a correction that the sale does not determine. */
export type CorrectionFields = CorrectionDetails & CorrectionPayment;

/** The fields of a correction, without its payment. */
export interface CorrectionDetails extends Pick<
  Transaction,
  'receiptNumber' | 'timestamp' | 'source' | 'extensions' | 'metadata'
> {
  /**
   * The amounts that the source paid back; they are only compared, as in `complete`. `index` refers to the correction's
   * lines.
   */
  readonly expect?: Expectation | undefined;
  readonly reason?: LinkedTransaction['reason'] | undefined;
  readonly note?: string | undefined;
  /** The store that makes the correction; default: the sale's store. `id` must be the same as in the sale. */
  readonly vendor?: { readonly id?: string | undefined; readonly locationName?: string | undefined } | undefined;
  /** Default: the sale's. */
  readonly customer?: Transaction['customer'] | undefined;
  /** Default: the sale's. */
  readonly locale?: Transaction['locale'] | undefined;
  /** Default: the sale's. */
  readonly channel?: Transaction['channel'] | undefined;
}

/** An amount that the seller withholds from a refund, such as a restocking fee: a negative line, taxed separately. */
export interface Fee {
  /** As on the receipt. */
  readonly name: string;
  /** Minor units, above 0; with or without tax, like the prices. */
  readonly amount: number;
  /** Percent. */
  readonly taxRate: number;
  /** Default S for a rate above 0. */
  readonly taxCategory?: LineItem['taxCategory'] | undefined;
}

/** The lines to return, or `all` for everything that remains. Indexes refer to `sale.items`. */
export type RefundLines = 'all' | readonly RefundLine[];

/** The input of `createRefund`. */
export type RefundInput = CorrectedSale &
  CorrectionFields & {
    readonly lines: RefundLines;
    /** The fees must not exceed the sum of the lines. The withheld amount cannot be refunded later. */
    readonly fees?: readonly Fee[] | undefined;
  };

/**
 * The input of `createReturn`. `vendor`, and `payment` or `tenders`, are required, because there is no sale to copy
 * them from.
 */
export type ReturnInput = ReturnFields & DraftPayment;

/** The input of `createReturn`, without the payment. */
export interface ReturnFields extends Omit<CorrectionDetails, 'vendor'>, Pick<Transaction, 'currency' | 'vendor'> {
  /** The goods, as in a draft, with prices above 0. */
  readonly lines: readonly DraftLine[];
  /** Whether prices include tax. */
  readonly pricesIncludeTax: boolean;
  /** The known details of the sale; absent if there is no receipt. */
  readonly original?: Omit<OriginalReceipt, 'kind'> | undefined;
  /** The fees must not exceed the sum of the lines. */
  readonly fees?: readonly Fee[] | undefined;
}

/** The input of `createCreditNote`: lines, or an amount. */
export type CreditNoteInput = CorrectedSale &
  CorrectionFields &
  (
    | { readonly lines: RefundLines; readonly amount?: undefined }
    | {
        /** Minor units, with or without tax, like the sale's prices. */
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

/** A sale passed to `createExchanges`, and the goods returned from it. */
export type ReturnedSale = CorrectedSale & { readonly returned: RefundLines };

/** The input of `createExchanges`. */
export interface ExchangesInput {
  /** All sales must have the same currency. The last sale is exchanged for the goods; the other sales are refunded. */
  readonly sales: readonly [ReturnedSale, ...ReturnedSale[]];
  /** The lines sold instead, as in a draft. */
  readonly sold: readonly [DraftLine, ...DraftLine[]];
  /**
   * One element for each sale. In the last element, `payment` or `tenders` pays the difference; the others must have
   * neither.
   */
  readonly documents: readonly CorrectionFields[];
}

/** The documents from `createExchanges`, one per sale, in the same order. Send all of them, or none. */
export type ExchangesResult =
  | { readonly valid: true; readonly completions: readonly (Valid & Filled)[] }
  | { readonly valid: false; readonly completions: readonly Completion[] };

/**
 * The part of one line that can still be refunded. All figures except the discount have the same sign as the sale's
 * line.
 */
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

/** The part of the positive lines at one rate and category that can still be refunded. */
export interface RefundableRate {
  /** Percent. */
  readonly rate: number;
  readonly category: LineItem['taxCategory'];
  /** Minor units, with or without tax, like the prices. */
  readonly amount: number;
  /** Minor units. */
  readonly taxAmount: number;
}

/** The part of a sale that can still be refunded. */
export interface RefundableBalance {
  /**
   * One entry per line sold. If a correction does not state which of several identical lines it returned, it reduces
   * the last one.
   */
  readonly lines: readonly RefundableLine[];
  /** In the order of the sale's lines. */
  readonly rates: readonly RefundableRate[];
  /** The remaining amount of the positive lines, with tax and before cash rounding, in minor units. */
  readonly total: number;
}

/** The balance, or the issues that prevent computing it; check `valid` first. */
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
