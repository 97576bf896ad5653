/** A field before and after applying a code's remedy. If `before` or `after` is undefined, the field is absent. */
export interface CodeExample {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Examples by code, for a Swedish receipt with lines of 49.90 and 178.00 kronor, paid by card. */
export const CODE_EXAMPLES: Readonly<Record<string, CodeExample | undefined>> = {
  amount_mismatch: { field: 'items[0].amount', before: 4900, after: 4990 },
  currency_not_allowed: { field: 'currency', before: 'EUR', after: 'SEK' },
  control_code_format: {
    field: 'extensions.se.controlCode',
    before: 'ABC',
    after: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  },
  invalid_format: { field: 'timestamp', before: '2026-11-20T12:34:56', after: '2026-11-20T12:34:56+01:00' },
  invalid_rate: { field: 'items[0].taxRate', before: 0.12, after: 12 },
  invalid_rounding: { field: 'totals.rounding', before: 10 },
  invalid_type: { field: 'items[0].quantity', before: '1', after: 1 },
  invalid_value: { field: 'payment.method', before: 'kort', after: 'card' },
  last4_without_card: { field: 'payment.method', before: 'cash', after: 'card' },
  out_of_range: { field: 'items[0].unitPrice', before: 1e300, after: 4990 },
  profile_mismatch: { field: 'profileId', before: 'no-receipt-1' },
  required: { field: 'receiptNumber', after: 'R-1001' },
  sum_mismatch: { field: 'totals.total', before: 22800, after: 22790 },
  summary_deviates: { field: 'tax.summary[0].taxAmount', before: 2735, after: 2442 },
  summary_missing: { field: 'tax.summary[0].rate', before: 25, after: 12 },
  summary_unused: { field: 'tax.summary[0].category', before: 'Z', after: 'S' },
  tax_amount_deviates: { field: 'items[0].taxAmount', before: 599, after: 535 },
  'tax.scheme/scheme_not_allowed': { field: 'tax.scheme', before: 'NO_MVA', after: 'SE_MOMS' },
  too_few_items: { field: 'items', before: [], after: ['…'] },
  too_short: { field: 'receiptNumber', before: '', after: 'R-1001' },
  unknown_field: { field: 'items[0].qty', before: 1 },
};
