// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { cashLimit } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [cashLimit]));

/** The rule pack of Latvia: lv-receipt-1. */
export const lvReceipt1: LawPack<'LV'> = {
  id: "lv-receipt-1",
  country: "LV",
  documentTier: "receipt",
  currency: "EUR",
  schemes: ["EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
