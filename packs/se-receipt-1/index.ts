// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { oneStopShop, cashRounding, requiredExtensions, extensionForms } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';
import { ownRules } from './rules.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [oneStopShop, cashRounding, requiredExtensions, extensionForms], ownRules()));

/** The rule pack of Sweden: se-receipt-1. */
export const seReceipt1: LawPack<'SE'> = {
  id: "se-receipt-1",
  country: "SE",
  documentTier: "receipt",
  currency: "SEK",
  schemes: ["SE_MOMS","EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
