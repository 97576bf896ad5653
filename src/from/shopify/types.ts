type Text = string | null | undefined;
type Decimal = string | number;

/** An amount in the shop's currency. */
interface MoneySet {
  readonly shop_money: { readonly amount: Decimal };
}

interface TaxLine {
  readonly title: string;
  readonly rate: Decimal;
  readonly price: Decimal;
}

interface Allocation {
  readonly amount: Decimal;
  readonly discount_application_index?: number | undefined;
}

interface Charged {
  readonly id?: number | string | null | undefined;
  readonly price: Decimal;
  readonly discount_allocations?: readonly Allocation[] | undefined;
  readonly tax_lines?: readonly TaxLine[] | undefined;
}

interface Payment {
  readonly kind: string;
  readonly status: string;
  readonly gateway?: Text;
  readonly amount: Decimal;
  readonly currency?: string | undefined;
  readonly payment_details?: { readonly credit_card_number?: Text } | null | undefined;
}

/** An order from the REST Admin API or a webhook, with the fields that the adapter reads. */
export interface ShopifyOrder {
  readonly id: number | string;
  readonly name: string;
  readonly created_at: string;
  readonly processed_at?: Text;
  readonly cancelled_at?: Text;
  readonly test?: boolean | undefined;
  readonly financial_status?: Text;
  readonly currency: string;
  readonly presentment_currency?: string | undefined;
  readonly taxes_included: boolean;
  readonly total_price: Decimal;
  readonly total_tax?: Decimal | null | undefined;
  readonly total_discounts?: Decimal | undefined;
  readonly total_tip_received?: Decimal | undefined;
  readonly total_cash_rounding_payment_adjustment_set?: MoneySet | null | undefined;
  readonly discount_codes?: readonly { readonly code: string }[] | undefined;
  readonly discount_applications?:
    | readonly { readonly title?: Text; readonly code?: Text; readonly description?: Text }[]
    | undefined;
  readonly line_items: readonly (Charged & {
    readonly name?: Text;
    readonly title?: Text;
    readonly sku?: Text;
    readonly quantity: number;
    readonly gift_card?: boolean | undefined;
    readonly total_discount?: Decimal | undefined;
    readonly tip_payment_gateway?: Text;
    readonly duties?:
      | readonly {
          readonly id: number | string;
          readonly shop_money: { readonly amount: Decimal };
          readonly tax_lines?: readonly TaxLine[] | undefined;
        }[]
      | undefined;
  })[];
  readonly shipping_lines?: readonly (Charged & { readonly title: string })[] | undefined;
  readonly shipping_address?: { readonly country_code?: Text } | null | undefined;
  /**
   * REST returns transactions only in response to a separate request. Add them here to state how the order was paid.
   */
  readonly transactions?: readonly Payment[] | undefined;
  readonly payment_gateway_names?: readonly string[] | undefined;
}

/** A refund from the REST Admin API or a webhook, with the fields that the adapter reads. */
export interface ShopifyRefund {
  readonly id: number | string;
  /** The id of the order, which must be that of the original sale. */
  readonly order_id?: number | string | null | undefined;
  readonly created_at: string;
  readonly processed_at?: Text;
  readonly note?: Text;
  readonly refund_line_items: readonly {
    readonly line_item_id: number | string;
    readonly quantity: number;
    readonly subtotal: Decimal;
    readonly total_tax: Decimal;
  }[];
  readonly order_adjustments?:
    | readonly { readonly kind: string; readonly amount: Decimal; readonly tax_amount?: Decimal | undefined }[]
    | undefined;
  readonly duties?: readonly { readonly duty_id: number | string; readonly amount_set: MoneySet }[] | undefined;
  readonly transactions: readonly Payment[];
}

/** A refund together with its order. */
export interface ShopifyRefundOfOrder {
  readonly order: ShopifyOrder;
  readonly refund: ShopifyRefund;
}

/**
 * The GraphQL Admin API query for an order and its refunds. The functions in this module read the `order` in its
 * response. Pass the order's id as the variable `id`.
 */
// One literal, because bundlers cannot drop an unused template that contains variables.
// eslint-disable-next-line @typescript-eslint/no-inferrable-types -- the inferred type would be the whole text
export const ORDER_QUERY: string = `query Order($id: ID!) {
  order(id: $id) {
    id name createdAt processedAt cancelledAt test displayFinancialStatus
    currencyCode presentmentCurrencyCode taxesIncluded
    totalPriceSet { shopMoney { amount } } totalTaxSet { shopMoney { amount } } totalDiscountsSet { shopMoney { amount } } totalTipReceivedSet { shopMoney { amount } }
    totalCashRoundingAdjustment { paymentSet { shopMoney { amount } } }
    paymentGatewayNames
    shippingAddress { countryCodeV2 }
    lineItems(first: 100) { nodes { id name sku quantity isGiftCard originalUnitPriceSet { shopMoney { amount } } discountAllocations { allocatedAmountSet { shopMoney { amount } } discountApplication { ... on DiscountCodeApplication { code } ... on AutomaticDiscountApplication { title } ... on ManualDiscountApplication { title } ... on ScriptDiscountApplication { title } } } taxLines { title rate priceSet { shopMoney { amount } } } duties { id price { shopMoney { amount } } taxLines { title rate priceSet { shopMoney { amount } } } } } pageInfo { hasNextPage } }
    shippingLines(first: 10) { nodes { id title originalPriceSet { shopMoney { amount } } discountAllocations { allocatedAmountSet { shopMoney { amount } } discountApplication { ... on DiscountCodeApplication { code } ... on AutomaticDiscountApplication { title } ... on ManualDiscountApplication { title } ... on ScriptDiscountApplication { title } } } taxLines { title rate priceSet { shopMoney { amount } } } } pageInfo { hasNextPage } }
    transactions(first: 50) { kind status gateway amountSet { shopMoney { amount } } paymentDetails { ... on CardPaymentDetails { number } } }
    refunds(first: 50) {
      id createdAt note
      refundLineItems(first: 100) { nodes { lineItem { id } quantity subtotalSet { shopMoney { amount } } totalTaxSet { shopMoney { amount } } } pageInfo { hasNextPage } }
      refundShippingLines(first: 10) { nodes { shippingLine { id } subtotalAmountSet { shopMoney { amount } } taxAmountSet { shopMoney { amount } } } pageInfo { hasNextPage } }
      transactions(first: 50) { nodes { kind status gateway amountSet { shopMoney { amount } } } pageInfo { hasNextPage } }
    }
  }
}`;
