// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { oneStopShop, cashRounding, roundedTenders, agreedRounding, cashLimit } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [oneStopShop, cashRounding, roundedTenders, agreedRounding, cashLimit]));

/** The rule pack of Finland: fi-receipt-1. */
export const fiReceipt1: LawPack<'FI'> = {
  id: "fi-receipt-1",
  country: "FI",
  documentTier: "receipt",
  currency: "EUR",
  schemes: ["FI_ALV","EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
