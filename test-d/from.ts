import type { Invalid, Issue, Shop, Transaction } from 'receipt-rule-packs';
import type {
  Completion,
  CreditNoteInput,
  ExchangeInput,
  Expectation,
  RefundInput,
  SaleDraft,
  VoidInput,
} from 'receipt-rule-packs/complete';
import * as lightspeed from 'receipt-rule-packs/from/lightspeed-x';
import * as shopify from 'receipt-rule-packs/from/shopify';
import * as square from 'receipt-rule-packs/from/square';
import {
  completeFrom,
  toCorrection,
  toDraft,
  UsageError,
  type CompleteFromOptions,
  type CorrectionOptions,
  type CorrectionResult,
  type CorrectionSource,
  type DraftResult,
  type MappedCorrection,
  type MappedSale,
  type SellerOptions,
  type SquareOrder,
} from 'receipt-rule-packs/from/square';
import * as stripe from 'receipt-rule-packs/from/stripe';
import * as sumup from 'receipt-rule-packs/from/sumup';
import * as toast from 'receipt-rule-packs/from/toast';
import * as woocommerce from 'receipt-rule-packs/from/woocommerce';
import * as zettle from 'receipt-rule-packs/from/zettle';
import { holds, type Equal } from './holds.js';

declare const shop: Shop;
declare const received: unknown;
declare const sale: Transaction;

const seller: SellerOptions = { shop, businessId: 'biz_1' };
const draft = toDraft(received, seller);
holds<Equal<typeof draft, DraftResult>>();
holds<Equal<DraftResult, MappedSale | Invalid>>();
if (draft.valid) {
  holds<Equal<typeof draft.draft, SaleDraft>>();
  holds<Equal<typeof draft.expect, Expectation>>();
  holds<Equal<typeof draft.warnings, readonly Issue[]>>();
} else holds<Equal<typeof draft.error.code, 'invalid_json' | 'profile_mismatch' | 'validation_failed'>>();
// @ts-expect-error -- valid has not been checked
draft.draft.items;
// @ts-expect-error -- the business id is missing
toDraft(received, { shop });
// @ts-expect-error -- no such option
toDraft(received, { shop, businessId: 'biz_1', country: 'US' });
toDraft(received, {
  ...seller,
  ...{ timeZone: 'America/Chicago', scheme: 'EU_VAT', zeroRateCategory: 'E', rates: { reduced: 7 }, taxRate: 8.25 },
  ...{ giftCardProducts: ['1'], extensions: {}, requireCompleted: false, allowTest: true },
});

const options: CorrectionOptions = { ...seller, sale, priorCorrections: [], originalTransactionId: 'txn_1' };
const correction = toCorrection(received, options);
holds<Equal<typeof correction, CorrectionResult>>();
holds<Equal<CorrectionResult, MappedCorrection | Invalid>>();
// @ts-expect-error -- the prior corrections are missing
toCorrection(received, { ...seller, sale, originalTransactionId: 'txn_1' });
// @ts-expect-error -- the sale as sent has no id
toCorrection(received, { ...seller, sale, priorCorrections: [] });
if (correction.valid) {
  const source: CorrectionSource = correction;
  if (source.kind === 'refund') holds<Equal<typeof source.input, RefundInput>>();
  if (source.kind === 'credit_note') holds<Equal<typeof source.input, CreditNoteInput>>();
  if (source.kind === 'void') holds<Equal<typeof source.input, VoidInput>>();
  if (source.kind === 'exchange') holds<Equal<typeof source.input, ExchangeInput>>();
}

const both: CompleteFromOptions[] = [seller, options];
for (const one of both) {
  const completion = completeFrom(received, one);
  holds<Equal<typeof completion, Completion>>();
}
// @ts-expect-error -- the business id is missing
completeFrom(received, { shop });
holds<Equal<UsageError['name'], 'UsageError'>>();

// Every adapter has the same functions.
holds<Equal<typeof shopify.toDraft, typeof toDraft>>();
holds<Equal<typeof shopify.toCorrection, typeof toCorrection>>();
holds<Equal<typeof shopify.completeFrom, typeof completeFrom>>();
holds<Equal<typeof woocommerce.toDraft, typeof toDraft>>();
holds<Equal<typeof woocommerce.toCorrection, typeof toCorrection>>();
holds<Equal<typeof woocommerce.completeFrom, typeof completeFrom>>();
holds<Equal<typeof lightspeed.toDraft, typeof toDraft>>();
holds<Equal<typeof lightspeed.toCorrection, typeof toCorrection>>();
holds<Equal<typeof lightspeed.completeFrom, typeof completeFrom>>();
holds<Equal<typeof toast.toDraft, typeof toDraft>>();
holds<Equal<typeof toast.toCorrection, typeof toCorrection>>();
holds<Equal<typeof toast.completeFrom, typeof completeFrom>>();
holds<Equal<typeof sumup.toDraft, typeof toDraft>>();
holds<Equal<typeof sumup.toCorrection, typeof toCorrection>>();
holds<Equal<typeof sumup.completeFrom, typeof completeFrom>>();
holds<Equal<typeof stripe.toDraft, typeof toDraft>>();
holds<Equal<typeof stripe.toCorrection, typeof toCorrection>>();
holds<Equal<typeof stripe.completeFrom, typeof completeFrom>>();
holds<Equal<typeof zettle.toDraft, typeof toDraft>>();
holds<Equal<typeof zettle.toCorrection, typeof toCorrection>>();
holds<Equal<typeof zettle.completeFrom, typeof completeFrom>>();
holds<Equal<typeof shopify.ORDER_QUERY, string>>();

declare const json: square.SquareOrderJson;
holds<Equal<typeof json extends SquareOrder ? 1 : 0, 1>>();
// @ts-expect-error -- an amount is not an object
export const money: square.SquareMoney = { amount: {} };
declare const refunded: shopify.ShopifyRefundOfOrder;
holds<Equal<typeof refunded.order, shopify.ShopifyOrder>>();
holds<Equal<typeof refunded.refund, shopify.ShopifyRefund>>();
declare const wooRefunded: woocommerce.WooCommerceRefundOfOrder;
holds<Equal<typeof wooRefunded.order, woocommerce.WooCommerceOrder>>();
holds<Equal<typeof wooRefunded.refund, woocommerce.WooCommerceRefund>>();
declare const purchase: zettle.ZettlePurchase;
holds<Equal<(typeof purchase.products)[number], zettle.ZettleProduct>>();
holds<Equal<(typeof purchase.payments)[number], zettle.ZettlePayment>>();
// @ts-expect-error -- a purchase must have products
export const bare: zettle.ZettlePurchase = { purchaseNumber: 1, amount: 0, currency: 'SEK', payments: [] };
declare const session: stripe.StripeSession;
holds<Equal<typeof session extends stripe.StripeSale ? 1 : 0, 1>>();
holds<Equal<typeof session extends stripe.StripeCorrection ? 1 : 0, 0>>();
declare const registerSale: lightspeed.LightspeedRegisterSale;
holds<Equal<typeof registerSale extends lightspeed.LightspeedPayload ? 1 : 0, 1>>();
// @ts-expect-error -- a sale must have a status
export const draftSale: lightspeed.LightspeedSale = { id: 's', line_items: [], total_price: 0, total_tax: 0 };
declare const checked: toast.ToastOrder;
holds<Equal<(typeof checked.checks)[number] extends toast.ToastPayload ? 1 : 0, 1>>();
declare const paid: sumup.SumUpTransaction;
holds<Equal<(typeof paid.products)[number], sumup.SumUpProduct>>();
