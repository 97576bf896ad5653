// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { extensionForms, paperObligations, cashLimit } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';
import { ownRules } from './rules.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [extensionForms, paperObligations, cashLimit], ownRules()));

/** The rule pack of Portugal: pt-receipt-1. */
export const ptReceipt1: LawPack<'PT'> = {
  id: "pt-receipt-1",
  country: "PT",
  documentTier: "receipt",
  currency: "EUR",
  schemes: ["EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
