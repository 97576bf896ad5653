// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { extensionForms, paperObligations, cashLimit } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [extensionForms, paperObligations, cashLimit]));

/** The rule pack of Croatia: hr-receipt-1. */
export const hrReceipt1: LawPack<'HR'> = {
  id: "hr-receipt-1",
  country: "HR",
  documentTier: "receipt",
  currency: "EUR",
  schemes: ["EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
