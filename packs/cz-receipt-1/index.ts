// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { cashRounding, roundedTenders, cashLimit } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [cashRounding, roundedTenders, cashLimit]));

/** The rule pack of Czechia: cz-receipt-1. */
export const czReceipt1: LawPack<'CZ'> = {
  id: "cz-receipt-1",
  country: "CZ",
  documentTier: "receipt",
  currency: "CZK",
  schemes: ["EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
