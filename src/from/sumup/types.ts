/** A decimal in major units. */
type Decimal = string | number;

/** A value that can be absent or null. */
type Maybe<T> = T | null | undefined;

/** A line of a receipt. */
export interface SumUpProduct {
  readonly name: string;
  readonly description?: Maybe<string>;
  /** Default 1. */
  readonly quantity?: Maybe<number>;
  /** Per unit. */
  readonly price_with_vat: Decimal;
  /** 0.19 for 19 %. */
  readonly vat_rate?: Maybe<Decimal>;
  /** For all units. */
  readonly vat_amount?: Maybe<Decimal>;
  readonly total_with_vat?: Maybe<Decimal>;
}

/** An event after the payment, such as a refund. */
export interface SumUpEvent {
  readonly id?: Maybe<string | number>;
  readonly type?: Maybe<string>;
  readonly status?: Maybe<string>;
  readonly amount?: Maybe<Decimal>;
  readonly timestamp?: Maybe<string>;
  readonly receipt_no?: Maybe<string>;
}

/** A transaction with its products, with the fields that the adapter reads. */
export interface SumUpTransaction {
  readonly transaction_code?: Maybe<string>;
  readonly id?: Maybe<string>;
  readonly receipt_no?: Maybe<string>;
  readonly timestamp: string;
  readonly currency: string;
  readonly status: string;
  /** Includes the tip. */
  readonly amount: Decimal;
  readonly tip_amount?: Maybe<Decimal>;
  /** Only in receipts; transactions have `vat_rates`. */
  readonly vat_amount?: Maybe<Decimal>;
  readonly vat_rates?: Maybe<readonly { readonly vat: Decimal }[]>;
  readonly products: readonly SumUpProduct[];
  readonly payment_type?: Maybe<string>;
  readonly card?: Maybe<{ readonly last_4_digits?: Maybe<string> }>;
  readonly events?: Maybe<readonly SumUpEvent[]>;
}

/** A receipt or a transaction. */
export type SumUpPayload = { readonly transaction_data: SumUpTransaction } | SumUpTransaction;
