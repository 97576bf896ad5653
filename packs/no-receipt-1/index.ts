// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { oneStopShop, cashRounding, roundedTenders, extensionForms, paperObligations } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [oneStopShop, cashRounding, roundedTenders, extensionForms, paperObligations]));

/** The rule pack of Norway: no-receipt-1. */
export const noReceipt1: LawPack<'NO'> = {
  id: "no-receipt-1",
  country: "NO",
  documentTier: "receipt",
  currency: "NOK",
  schemes: ["NO_MVA","EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
