// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { cashRounding, roundedTenders, extensionForms, paperObligations } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [cashRounding, roundedTenders, extensionForms, paperObligations]));

/** The rule pack of Romania: ro-receipt-1. */
export const roReceipt1: LawPack<'RO'> = {
  id: "ro-receipt-1",
  country: "RO",
  documentTier: "receipt",
  currency: "RON",
  schemes: ["EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
