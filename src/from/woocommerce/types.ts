type Text = string | null | undefined;
type Decimal = string | number;

interface Charged {
  readonly id: number;
  readonly total: string;
  readonly total_tax: string;
  readonly taxes: readonly { readonly id: number | string; readonly total?: Decimal | undefined }[];
}

/** An order from the REST API, versions 1 to 3, or a webhook, with the fields that the adapter reads. */
export interface WooCommerceOrder {
  readonly id: number;
  readonly number?: Text;
  readonly status: string;
  readonly currency: string;
  readonly prices_include_tax: boolean;
  readonly date_created: string;
  readonly date_created_gmt?: Text;
  readonly date_paid_gmt?: Text;
  readonly total: string;
  readonly total_tax: string;
  readonly line_items: readonly (Charged & {
    readonly name: string;
    readonly quantity: number;
    readonly sku?: Text;
    readonly subtotal: string;
    readonly subtotal_tax: string;
  })[];
  readonly shipping_lines?: readonly (Charged & { readonly method_title?: Text })[] | undefined;
  readonly fee_lines?: readonly (Charged & { readonly name?: Text })[] | undefined;
  readonly coupon_lines?: readonly { readonly code: string }[] | undefined;
  readonly tax_lines?:
    | readonly {
        readonly rate_id: number | string;
        readonly rate_code?: Text;
        readonly label?: Text;
        readonly rate_percent?: Decimal | null | undefined;
        /** Whether the tax applies to the price plus the other taxes. */
        readonly compound?: boolean | undefined;
      }[]
    | undefined;
  readonly payment_method?: Text;
  readonly payment_method_title?: Text;
  readonly shipping?: { readonly country?: Text } | undefined;
}

interface RefundedPart {
  readonly total: string;
  readonly total_tax?: Text;
  readonly meta_data: readonly { readonly key: string; readonly value: unknown }[];
}

/** A refund from the REST API, with the fields that the adapter reads. */
export interface WooCommerceRefund {
  readonly id: number;
  readonly date_created: string;
  readonly date_created_gmt?: Text;
  readonly amount: string;
  readonly reason?: Text;
  readonly line_items: readonly (RefundedPart & { readonly quantity: number })[];
  readonly shipping_lines?: readonly RefundedPart[] | undefined;
  readonly fee_lines?: readonly RefundedPart[] | undefined;
}

/** A refund together with its order. */
export interface WooCommerceRefundOfOrder {
  readonly order: WooCommerceOrder;
  readonly refund: WooCommerceRefund;
}
