/**
 * The parts of the orders of four platforms that the mappers next to this file read. Money is as each platform writes
 * it.
 */
import type { SaleDraft } from 'receipt-rule-packs/complete';

export interface ShopifyOrder {
  id: number;
  name: string;
  created_at: string;
  currency: string;
  taxes_included: boolean;
  line_items: {
    id: number;
    title: string;
    sku?: string;
    quantity: number;
    price: string;
    gift_card?: boolean;
    tax_lines: { rate: number }[];
  }[];
  discount_codes: { code: string; amount: string }[];
  shipping_lines: { title: string; price: string }[];
  total_tip_received?: string;
  payments: { gateway: string; last4?: string }[];
  shipping_address?: { country_code: string };
  refunds: { id: number; created_at: string; refund_line_items: { line_item_id: number; quantity: number }[] }[];
}

export interface Money {
  amount: number;
}

type Level = NonNullable<SaleDraft['tax']['jurisdictions']>[number]['level'];

export interface SquareOrder {
  id: string;
  created_at: string;
  line_items: {
    uid: string;
    name: string;
    quantity: string;
    unit?: string;
    base_price_money: Money;
    item_type: 'ITEM' | 'GIFT_CARD';
    applied_taxes?: unknown[];
  }[];
  taxes: { name: string; percentage: string; level: Level }[];
  discounts: { name: string; percentage?: string; amount_money?: Money }[];
  service_charges: { name: string; amount_money: Money }[];
  tenders: { type: 'CASH' | 'CARD' | 'SQUARE_GIFT_CARD' | 'WALLET'; tip_money?: Money; last_4?: string }[];
  returns?: { return_line_items: { source_line_item_uid: string; quantity: string }[] }[];
}

export interface StripeSession {
  id: string;
  /** Seconds since 1970. */
  created: number;
  currency: string;
  line_items: {
    data: {
      description: string;
      quantity: number;
      price: { unit_amount: number };
      taxes: { rate: { percentage: number; inclusive: boolean } }[];
    }[];
  };
  total_details: { amount_discount: number };
  shipping_cost?: { amount_total: number };
  customer_details: { email?: string; address: { country: string } };
  payment_method_details: { type: string; card?: { last4: string } };
}

export interface ZettleDiscount {
  name?: string;
  percentage?: number;
  amount?: number;
}

export interface ZettleProduct {
  id: string;
  name: string;
  quantity: string;
  unitName?: string;
  unitPrice: number;
  vatPercentage: number;
  type: 'PRODUCT' | 'GIFTCARD';
  discount?: ZettleDiscount;
}

export interface ZettlePurchase {
  purchaseUUID1: string;
  purchaseNumber: number;
  timestamp: string;
  currency: string;
  products: ZettleProduct[];
  discounts: ZettleDiscount[];
  payments: { type: string; gratuityAmount?: number; attributes?: { maskedPan?: string } }[];
}
