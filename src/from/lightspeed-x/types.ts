/** Decimal numbers in major units. */
type Decimal = number | string;

/** A value that can be absent or null. */
type Maybe<T> = T | null | undefined;

/** A line of a sale. Returns have negative figures. */
export interface LightspeedLine {
  readonly id?: Maybe<string>;
  readonly product_id?: Maybe<string>;
  readonly sku?: Maybe<string>;
  /** Default: the SKU, else the product id. */
  readonly name?: Maybe<string>;
  readonly quantity: Decimal;
  /** Per unit, after discount, without tax. */
  readonly price: Decimal;
  /** Per unit. */
  readonly tax: Decimal;
  /** Per unit, without tax. */
  readonly discount?: Maybe<Decimal>;
  readonly price_total?: Maybe<Decimal>;
  readonly tax_total?: Maybe<Decimal>;
  /** 0.15 for 15 %. */
  readonly tax_rate?: Maybe<Decimal>;
  readonly tax_id?: Maybe<string>;
  readonly display_retail_price_tax_inclusive?: Maybe<string>;
  /** Lines with the status `VOIDED` are skipped. */
  readonly status?: Maybe<string>;
}

/** A payment for a sale, or for part of it. */
export interface LightspeedPayment {
  readonly name?: Maybe<string>;
  /** 1 is cash. */
  readonly payment_type_id?: Maybe<string | number>;
  readonly amount: Decimal;
  readonly surcharge?: unknown;
}

/** A tip, a surcharge or an online order charge. */
export interface LightspeedAdjustment {
  readonly name?: Maybe<string>;
  readonly adjustment_type?: Maybe<string>;
  /** Without tax. */
  readonly value: Decimal;
  readonly tax_components?: Maybe<readonly { readonly total_tax: Decimal }[]>;
}

interface SaleFields {
  readonly id: string;
  readonly status: string;
  readonly invoice_number?: Maybe<string>;
  readonly receipt_number?: Maybe<string>;
  /** In UTC. */
  readonly sale_date?: Maybe<string>;
  readonly created_at?: Maybe<string>;
  /** Without tax. */
  readonly total_price: Decimal;
  readonly total_tax: Decimal;
  /** In a return: the id of the original sale. */
  readonly return_for?: Maybe<string>;
  readonly adjustments?: Maybe<readonly LightspeedAdjustment[]>;
}

/** A sale from API 2.0. */
export interface LightspeedSale extends SaleFields {
  readonly line_items: readonly LightspeedLine[];
  readonly payments?: Maybe<readonly LightspeedPayment[]>;
}

/** A sale from API 0.9 or a webhook. */
export interface LightspeedRegisterSale extends SaleFields {
  readonly register_sale_products: readonly LightspeedLine[];
  readonly register_sale_payments?: Maybe<readonly LightspeedPayment[]>;
}

/** A sale; an API response with the sale in `data`; or a webhook body, as a form or as text. */
export type LightspeedPayload =
  | LightspeedSale
  | LightspeedRegisterSale
  | { readonly data: LightspeedSale }
  | { readonly payload: string }
  | string;
