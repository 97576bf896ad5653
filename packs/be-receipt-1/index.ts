// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { cashRounding, roundedTenders, extensionForms, paperObligations, cashLimit } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [cashRounding, roundedTenders, extensionForms, paperObligations, cashLimit]));

/** The rule pack of Belgium: be-receipt-1. */
export const beReceipt1: LawPack<'BE'> = {
  id: "be-receipt-1",
  country: "BE",
  documentTier: "receipt",
  currency: "EUR",
  schemes: ["EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
