/** Integers in minor units. */
type Minor = number | bigint;

/** A product row. */
export interface ZettleProduct {
  readonly id?: string | null | undefined;
  readonly variantUuid?: string | null | undefined;
  /** `PRODUCT`, `CUSTOM_AMOUNT` or `GIFTCARD`. */
  readonly type?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly variantName?: string | null | undefined;
  readonly comment?: string | null | undefined;
  readonly sku?: string | null | undefined;
  /** Decimal text; negative in refunds. */
  readonly quantity: string | number;
  readonly unitName?: string | null | undefined;
  readonly unitPrice: Minor;
  /** For the whole row. */
  readonly discountValue?: Minor | null | undefined;
  readonly discount?: { readonly name?: string | null | undefined } | null | undefined;
  readonly vatPercentage?: number | string | null | undefined;
  readonly taxRates?: readonly { readonly percentage: number | string }[] | null | undefined;
  readonly taxExempt?: boolean | null | undefined;
  /** After all discounts, without tax. */
  readonly rowTaxableAmount?: Minor | null | undefined;
}

/** A discount on the whole purchase. */
export interface ZettleDiscount {
  readonly name?: string | null | undefined;
  readonly amount?: Minor | null | undefined;
  readonly percentage?: number | string | null | undefined;
  readonly value?: Minor | null | undefined;
}

/** A payment for a purchase, or for part of it. */
export interface ZettlePayment {
  /** `IZETTLE_CASH`, `IZETTLE_CARD`, `SWISH` and others. */
  readonly type: string;
  readonly amount: Minor;
  /** Included in `amount`. */
  readonly gratuityAmount?: Minor | null | undefined;
  readonly attributes?:
    | {
        readonly maskedPan?: string | null | undefined;
        readonly handedAmount?: Minor | null | undefined;
        readonly changeAmount?: Minor | null | undefined;
      }
    | null
    | undefined;
}

/** A purchase from the Purchase API v2 or a `PurchaseCreated` event, with the fields that the adapter reads. */
export interface ZettlePurchase {
  readonly purchaseUUID1?: string | null | undefined;
  /** In events. */
  readonly purchaseUuid?: string | null | undefined;
  readonly purchaseNumber: number | string;
  readonly amount: Minor;
  readonly vatAmount?: Minor | null | undefined;
  readonly currency: string;
  /** ISO 8601. */
  readonly created?: string | null | undefined;
  /** ISO 8601; in events, milliseconds since 1970. */
  readonly timestamp?: string | number | null | undefined;
  readonly source?: string | null | undefined;
  readonly refund?: boolean | null | undefined;
  readonly refundsPurchaseUUID1?: string | null | undefined;
  /** In events. */
  readonly refundsPurchaseUuid?: string | null | undefined;
  readonly products: readonly ZettleProduct[];
  readonly discounts?: readonly ZettleDiscount[] | null | undefined;
  readonly serviceCharge?:
    | {
        readonly title?: string | null | undefined;
        readonly amount: Minor;
        readonly vatPercentage?: number | string | null | undefined;
      }
    | null
    | undefined;
  readonly payments: readonly ZettlePayment[];
  /** Amounts with tax, by rate. */
  readonly groupedVatAmounts?: Readonly<Record<string, Minor>> | null | undefined;
  /** `INCLUSIVE` or `EXCLUSIVE`. */
  readonly taxationMode?: string | null | undefined;
  /** `VAT` or `SALES_TAX`. */
  readonly taxationType?: string | null | undefined;
}
