/** Decimal numbers in major units. */
type Decimal = number | string;

/** A value that can be absent or null. */
type Maybe<T> = T | null | undefined;

/** A tax on a selection or a service charge. */
export interface ToastTax {
  readonly name?: Maybe<string>;
  readonly displayName?: Maybe<string>;
  /** 0.0625 for 6.25 %. Not a percentage if the type is not `PERCENT`. */
  readonly rate?: Maybe<Decimal>;
  readonly type?: Maybe<string>;
  readonly taxAmount: Decimal;
  readonly jurisdictionType?: Maybe<string>;
}

/** The amounts refunded for an item or a charge. */
export interface ToastRefundDetails {
  readonly refundAmount: Decimal;
  readonly taxRefundAmount?: Maybe<Decimal>;
  readonly refundTransaction?: Maybe<{ readonly guid: string }>;
}

/** An addition to a selection. The selection's price includes it. */
export interface ToastModifier {
  readonly displayName?: Maybe<string>;
  readonly modifiers?: Maybe<readonly ToastModifier[]>;
}

/** An item on a check. */
export interface ToastSelection {
  readonly guid: string;
  readonly displayName: string;
  readonly quantity?: Maybe<Decimal>;
  readonly unitOfMeasure?: Maybe<string>;
  /** For all pieces with their modifiers, before discounts. */
  readonly preDiscountPrice?: Maybe<Decimal>;
  /** For all pieces with their modifiers, after discounts. */
  readonly price: Decimal;
  readonly tax?: Maybe<Decimal>;
  readonly taxInclusion?: Maybe<string>;
  readonly selectionType?: Maybe<string>;
  readonly voided?: Maybe<boolean>;
  readonly modifiers?: Maybe<readonly ToastModifier[]>;
  readonly appliedTaxes?: Maybe<readonly ToastTax[]>;
  readonly refundDetails?: Maybe<ToastRefundDetails>;
}

/** A service charge on a check. */
export interface ToastServiceCharge {
  readonly guid: string;
  readonly name?: Maybe<string>;
  readonly chargeAmount: Decimal;
  readonly gratuity?: Maybe<boolean>;
  readonly serviceChargeCategory?: Maybe<string>;
  readonly appliedTaxes?: Maybe<readonly ToastTax[]>;
  readonly refundDetails?: Maybe<ToastRefundDetails>;
}

/** A payment for a check, or for part of it. */
export interface ToastPayment {
  readonly guid?: Maybe<string>;
  readonly type: string;
  /** Without the tip. */
  readonly amount: Decimal;
  readonly tipAmount?: Maybe<Decimal>;
  readonly amountTendered?: Maybe<Decimal>;
  readonly paymentStatus?: Maybe<string>;
  readonly last4Digits?: Maybe<string>;
  readonly refund?: Maybe<{
    readonly refundAmount: Decimal;
    readonly tipRefundAmount?: Maybe<Decimal>;
    readonly refundDate: string;
    readonly refundTransaction?: Maybe<{ readonly guid: string }>;
  }>;
}

/** A check, which becomes one receipt. */
export interface ToastCheck {
  readonly guid: string;
  readonly displayNumber?: Maybe<string>;
  readonly paidDate?: Maybe<string>;
  readonly closedDate?: Maybe<string>;
  readonly openedDate?: Maybe<string>;
  readonly paymentStatus: string;
  readonly voided?: Maybe<boolean>;
  readonly deleted?: Maybe<boolean>;
  readonly selections: readonly ToastSelection[];
  readonly appliedServiceCharges?: Maybe<readonly ToastServiceCharge[]>;
  readonly payments?: Maybe<readonly ToastPayment[]>;
  readonly amount?: Maybe<Decimal>;
  readonly taxAmount: Decimal;
  readonly totalAmount: Decimal;
}

/** An order with exactly one check that was not voided. For other orders, map each check separately. */
export interface ToastOrder {
  readonly voided?: Maybe<boolean>;
  readonly deleted?: Maybe<boolean>;
  readonly checks: readonly ToastCheck[];
}

/** A check, or an order with one check. */
export type ToastPayload = ToastOrder | ToastCheck;
