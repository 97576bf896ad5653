import { defineReceiptPack } from 'receipt-rule-packs';
import { testLaws } from './test-laws';

/** A pack of each law for tests. */
export const testPacks = testLaws.map((law) => defineReceiptPack(law));
