import { defineReceiptPack } from 'receipt-rule-packs';
import { testLaws } from './test-laws';

/** A pack for each test law. */
export const testPacks = testLaws.map((law) => defineReceiptPack(law));
