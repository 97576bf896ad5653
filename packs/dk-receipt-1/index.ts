// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { oneStopShop, cashRounding, roundedTenders, agreedRounding } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [oneStopShop, cashRounding, roundedTenders, agreedRounding]));

/** The rule pack of Denmark: dk-receipt-1. */
export const dkReceipt1: LawPack<'DK'> = {
  id: "dk-receipt-1",
  country: "DK",
  documentTier: "receipt",
  currency: "DKK",
  schemes: ["DK_MOMS","EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
