/**
 * The GraphQL Admin API query for an order and its refunds. The functions in this module read the `order` in its
 * response. The query's variable is the order's `id`.
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
