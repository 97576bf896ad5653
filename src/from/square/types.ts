/** An amount in minor units. */
export interface SquareMoney {
  readonly amount?: number | bigint | null | undefined;
  readonly currency?: string | undefined;
}

interface Tax {
  readonly uid?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly percentage?: string | null | undefined;
  readonly type?: string | undefined;
}

interface AppliedTax {
  readonly tax_uid: string;
  readonly applied_money?: SquareMoney | undefined;
}

interface Modifier {
  readonly name?: string | null | undefined;
  readonly quantity?: string | null | undefined;
  readonly base_price_money?: SquareMoney | undefined;
}

interface Line {
  readonly uid?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly quantity: string;
  readonly quantity_unit?: { readonly measurement_unit?: object | undefined } | undefined;
  readonly variation_name?: string | null | undefined;
  readonly item_type?: string | undefined;
  readonly applied_taxes?: readonly AppliedTax[] | null | undefined;
  readonly base_price_money?: SquareMoney | undefined;
  readonly total_tax_money?: SquareMoney | undefined;
  readonly total_discount_money?: SquareMoney | undefined;
  readonly total_service_charge_money?: SquareMoney | undefined;
  readonly total_money?: SquareMoney | undefined;
}

interface ServiceCharge {
  readonly uid?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly treatment_type?: string | undefined;
  readonly applied_money?: SquareMoney | undefined;
  readonly total_money?: SquareMoney | undefined;
  readonly total_tax_money?: SquareMoney | undefined;
  readonly applied_taxes?: readonly AppliedTax[] | null | undefined;
}

interface Tender {
  readonly type: string;
  readonly amount_money?: SquareMoney | undefined;
  readonly card_details?: { readonly card?: { readonly last_4?: string | undefined } | undefined } | undefined;
  readonly cash_details?:
    | {
        readonly buyer_tendered_money?: SquareMoney | undefined;
        readonly change_back_money?: SquareMoney | undefined;
      }
    | undefined;
}

interface Amounts {
  readonly total_money?: SquareMoney | undefined;
  readonly tax_money?: SquareMoney | undefined;
}

interface Return {
  readonly source_order_id?: string | null | undefined;
  readonly return_line_items?:
    | readonly (Line & {
        readonly source_line_item_uid?: string | null | undefined;
        readonly return_modifiers?: readonly Modifier[] | null | undefined;
      })[]
    | null
    | undefined;
  readonly return_service_charges?:
    | readonly (ServiceCharge & { readonly source_service_charge_uid?: string | null | undefined })[]
    | null
    | undefined;
  readonly return_taxes?: readonly Tax[] | null | undefined;
  readonly return_tips?: readonly { readonly applied_money?: SquareMoney | undefined }[] | null | undefined;
  readonly return_amounts?: Amounts | undefined;
}

/** An order from the Orders API as JSON, with the fields that the adapter reads. */
export interface SquareOrderJson {
  readonly id?: string | undefined;
  readonly state?: string | undefined;
  readonly created_at?: string | undefined;
  readonly closed_at?: string | undefined;
  readonly line_items?:
    | readonly (Line & { readonly modifiers?: readonly Modifier[] | null | undefined })[]
    | null
    | undefined;
  readonly taxes?: readonly Tax[] | null | undefined;
  readonly service_charges?: readonly ServiceCharge[] | null | undefined;
  readonly total_money?: SquareMoney | undefined;
  readonly total_tax_money?: SquareMoney | undefined;
  readonly total_tip_money?: SquareMoney | undefined;
  readonly rounding_adjustment?: { readonly amount_money?: SquareMoney | undefined } | undefined;
  readonly tenders?: readonly Tender[] | undefined;
  readonly returns?: readonly Return[] | undefined;
  readonly return_amounts?: Amounts | undefined;
  /** Sales minus returns. In an order with both, these are the figures of the exchange. */
  readonly net_amounts?: (Amounts & { readonly tip_money?: SquareMoney | undefined }) | undefined;
}

type CamelKey<Key extends string> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelKey<Rest>>}`
  : Key;

/** The same type with the camelCase names of the SDKs. */
type Camel<T> = T extends readonly (infer Element)[]
  ? readonly Camel<Element>[]
  : T extends object
    ? { readonly [Key in keyof T as Key extends string ? CamelKey<Key> : Key]: Camel<T[Key]> }
    : T;

/** An order from the Orders API, as JSON or as the SDK's `Square.Order`. */
export type SquareOrder = SquareOrderJson | Camel<SquareOrderJson>;
