/** Integers in minor units. */
type Minor = number;

/** A decimal as text, as a number, or as an SDK object. */
type DecimalText = string | number | { toString(): string };

/** A value that can be absent or null. */
type Maybe<T> = T | null | undefined;

/** A list that can be truncated. */
interface List<T> {
  readonly data: readonly T[];
  readonly has_more?: Maybe<boolean>;
}

/** `Stripe.TaxRate`, with the fields that the adapter reads. */
export interface StripeTaxRate {
  readonly id?: Maybe<string>;
  readonly display_name?: Maybe<string>;
  readonly percentage: number;
  /** Takes precedence over `percentage`. */
  readonly effective_percentage?: Maybe<number>;
  readonly inclusive: boolean;
  readonly jurisdiction?: Maybe<string>;
  readonly jurisdiction_level?: Maybe<string>;
}

interface Tax {
  readonly amount: Minor;
  readonly rate: StripeTaxRate;
  readonly taxability_reason?: Maybe<string>;
}

interface ShippingCost {
  readonly amount_subtotal: Minor;
  readonly amount_tax?: Maybe<Minor>;
  readonly shipping_rate?: Maybe<string | { readonly display_name?: Maybe<string> }>;
  /** Expand `shipping_cost.taxes`. */
  readonly taxes?: Maybe<readonly Tax[]>;
}

/** A line of a Checkout Session. */
export interface StripeLineItem {
  readonly id: string;
  readonly description?: Maybe<string>;
  readonly quantity?: Maybe<number>;
  /** Before discounts and exclusive taxes. */
  readonly amount_subtotal: Minor;
  readonly amount_discount?: Maybe<Minor>;
  readonly amount_tax?: Maybe<Minor>;
  readonly price?: Maybe<{
    readonly unit_amount?: Maybe<Minor>;
    readonly unit_amount_decimal?: Maybe<DecimalText>;
  }>;
  /** Expand `line_items.data.taxes`. */
  readonly taxes?: Maybe<readonly Tax[]>;
}

/** `Stripe.Checkout.Session`, with the fields that the adapter reads. */
export interface StripeSession {
  readonly object: 'checkout.session';
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly currency: Maybe<string>;
  readonly mode?: Maybe<string>;
  readonly status?: Maybe<string>;
  readonly payment_status: string;
  /** Expand `line_items`. */
  readonly line_items?: Maybe<List<StripeLineItem>>;
  readonly amount_total: Maybe<Minor>;
  readonly total_details: Maybe<{ readonly amount_tax: Minor }>;
  readonly shipping_cost?: Maybe<ShippingCost>;
  /** Expand `payment_intent.latest_charge` to get the last four digits of the card. */
  readonly payment_intent?: unknown;
  readonly payment_method_types?: Maybe<readonly string[]>;
  readonly presentment_details?: Maybe<{
    readonly presentment_amount: Minor;
    readonly presentment_currency: string;
  }>;
  readonly customer_details?: Maybe<{
    readonly address?: Maybe<{ readonly country?: Maybe<string> }>;
  }>;
}

interface TaxBreakdown {
  readonly amount: Minor;
  readonly jurisdiction?: Maybe<{ readonly level?: Maybe<string>; readonly display_name?: Maybe<string> }>;
  readonly tax_rate_details?: Maybe<{
    readonly display_name?: Maybe<string>;
    readonly percentage_decimal: string;
    readonly tax_type?: Maybe<string>;
  }>;
  readonly taxability_reason?: Maybe<string>;
}

/** `Stripe.Tax.Calculation`, with the fields that the adapter reads. */
export interface StripeCalculation {
  readonly object: 'tax.calculation';
  readonly id: Maybe<string>;
  readonly currency: string;
  readonly tax_date: number;
  /** Expand `line_items.data.tax_breakdown`. */
  readonly line_items?: Maybe<
    List<{
      readonly id: string;
      readonly reference?: Maybe<string>;
      readonly quantity?: Maybe<number>;
      readonly amount: Minor;
      readonly amount_tax: Minor;
      readonly tax_behavior: string;
      readonly tax_breakdown?: Maybe<readonly TaxBreakdown[]>;
    }>
  >;
  readonly shipping_cost?: Maybe<{
    readonly amount: Minor;
    readonly amount_tax: Minor;
    readonly tax_behavior: string;
    readonly tax_breakdown?: Maybe<readonly TaxBreakdown[]>;
  }>;
  readonly tax_breakdown?: Maybe<
    readonly {
      readonly amount: Minor;
      readonly inclusive: boolean;
      readonly taxability_reason?: Maybe<string>;
      readonly tax_rate_details: { readonly percentage_decimal: string; readonly tax_type?: Maybe<string> };
    }[]
  >;
  readonly customer_details?: Maybe<{ readonly address?: Maybe<{ readonly country?: Maybe<string> }> }>;
  readonly amount_total: Minor;
  readonly tax_amount_exclusive: Minor;
  readonly tax_amount_inclusive: Minor;
}

/**
 * A tax on an invoice or a credit note. It contains only the id of its rate; `options.rates` supplies the percentage.
 */
interface InvoiceTax {
  readonly amount: Minor;
  readonly tax_behavior?: Maybe<string>;
  readonly tax_rate_details?: Maybe<{ readonly tax_rate: string }>;
  readonly taxability_reason?: Maybe<string>;
}

/** A tax in API versions before 2025-03-31. */
interface LegacyTax {
  readonly amount: Minor;
  readonly inclusive: boolean;
  readonly tax_rate: string | StripeTaxRate;
  readonly taxability_reason?: Maybe<string>;
}

/** A line of an invoice. */
export interface StripeInvoiceLine {
  readonly id: string;
  readonly description?: Maybe<string>;
  readonly quantity?: Maybe<number>;
  readonly amount: Minor;
  readonly discount_amounts?: Maybe<readonly { readonly amount: Minor }[]>;
  readonly pretax_credit_amounts?: Maybe<readonly { readonly amount: Minor; readonly type: string }[]>;
  readonly taxes?: Maybe<readonly InvoiceTax[]>;
  readonly tax_amounts?: Maybe<readonly LegacyTax[]>;
  readonly tax_rates?: Maybe<readonly StripeTaxRate[]>;
}

/** `Stripe.Invoice`, with the fields that the adapter reads. */
export interface StripeInvoice {
  readonly object: 'invoice';
  readonly id: string;
  readonly number?: Maybe<string>;
  readonly created: number;
  readonly status_transitions?: Maybe<{ readonly finalized_at?: Maybe<number> }>;
  readonly currency: string;
  readonly status: Maybe<string>;
  readonly lines: List<StripeInvoiceLine>;
  readonly total: Minor;
  readonly amount_paid?: Maybe<Minor>;
  readonly total_taxes?: Maybe<readonly InvoiceTax[]>;
  readonly total_tax_amounts?: Maybe<readonly LegacyTax[]>;
  readonly default_tax_rates?: Maybe<readonly StripeTaxRate[]>;
  readonly shipping_cost?: Maybe<ShippingCost>;
  readonly customer_address?: Maybe<{ readonly country?: Maybe<string> }>;
}

/** `Stripe.Refund`, with the fields that the adapter reads. */
export interface StripeRefund {
  readonly object: 'refund';
  readonly id: string;
  readonly receipt_number?: Maybe<string>;
  readonly created: number;
  readonly currency: string;
  readonly status: Maybe<string>;
  readonly amount: Minor;
  readonly reason?: Maybe<string>;
}

/** `Stripe.CreditNote`, with the fields that the adapter reads. */
export interface StripeCreditNote {
  readonly object: 'credit_note';
  readonly id: string;
  readonly number?: Maybe<string>;
  readonly created: number;
  readonly currency: string;
  readonly status: string;
  readonly reason?: Maybe<string>;
  /** If expanded, it is the corrected sale, unless the option `sale` is set. */
  readonly invoice?: unknown;
  readonly lines: List<{
    /** Absent for custom lines, which are not on the invoice. */
    readonly invoice_line_item?: Maybe<string>;
    readonly amount: Minor;
    readonly discount_amount?: Maybe<Minor>;
    readonly pretax_credit_amounts?: Maybe<readonly { readonly amount: Minor; readonly type: string }[]>;
    readonly taxes?: Maybe<readonly InvoiceTax[]>;
    readonly tax_amounts?: Maybe<readonly LegacyTax[]>;
    readonly tax_rates?: Maybe<readonly StripeTaxRate[]>;
  }>;
  readonly amount_shipping?: Maybe<Minor>;
  readonly total: Minor;
  readonly total_taxes?: Maybe<readonly InvoiceTax[]>;
  readonly tax_amounts?: Maybe<readonly LegacyTax[]>;
}

/** A payload for `toDraft`. */
export type StripeSale = StripeSession | StripeCalculation | StripeInvoice;

/** A payload for `toCorrection`. */
export type StripeCorrection = StripeRefund | StripeCreditNote;
