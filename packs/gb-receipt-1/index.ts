// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { unknownRates, cashRounding, roundedTenders } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [unknownRates, cashRounding, roundedTenders]));

/** The rule pack of United Kingdom: gb-receipt-1. */
export const gbReceipt1: LawPack<'GB'> = {
  id: "gb-receipt-1",
  country: "GB",
  documentTier: "receipt",
  currency: "GBP",
  schemes: ["UK_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
