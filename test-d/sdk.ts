/**
 * The adapters accept what the platforms' SDKs return. This file is not among those checked with users' compilers,
 * because the SDKs have many dependencies.
 */
import type { SquareOrder } from 'receipt-rule-packs/from/square';
import type { StripeCorrection, StripeSale } from 'receipt-rule-packs/from/stripe';
import type { Square } from 'square';
import type Stripe from 'stripe';
import { holds, type Equal } from './holds.js';

holds<Equal<Square.Order extends SquareOrder ? 1 : 0, 1>>();
holds<Equal<{ lineItems: string } extends SquareOrder ? 1 : 0, 0>>();

holds<Equal<Stripe.Checkout.Session extends StripeSale ? 1 : 0, 1>>();
holds<Equal<Stripe.Tax.Calculation extends StripeSale ? 1 : 0, 1>>();
holds<Equal<Stripe.Invoice extends StripeSale ? 1 : 0, 1>>();
holds<Equal<Stripe.Refund extends StripeCorrection ? 1 : 0, 1>>();
holds<Equal<Stripe.CreditNote extends StripeCorrection ? 1 : 0, 1>>();
holds<Equal<Stripe.Refund extends StripeSale ? 1 : 0, 0>>();
