import { completeFrom } from 'receipt-rule-packs/from/woocommerce';
import { describe } from 'vitest';
import { testMutations, testPayloads } from './support/payloads';

describe('orders that WooCommerce published', () => {
  testPayloads('woocommerce', completeFrom);
  testMutations('woocommerce', completeFrom);
});
