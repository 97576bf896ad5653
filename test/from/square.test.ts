import { completeFrom } from 'receipt-rule-packs/from/square';
import { describe } from 'vitest';
import { testMutations, testPayloads } from './support/payloads';

describe('orders that Square published', () => {
  testPayloads('square', completeFrom);
  testMutations('square', completeFrom);
});
