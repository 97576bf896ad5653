import { completeFrom } from 'receipt-rule-packs/from/shopify';
import { describe } from 'vitest';
import { testMutations, testPayloads } from './support/payloads';

describe('orders that Shopify published', () => {
  testPayloads('shopify', completeFrom);
  testMutations('shopify', completeFrom);
});
