// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { cashLimit } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [cashLimit]));

/** The rule pack of France: fr-receipt-1. */
export const frReceipt1: LawPack<'FR'> = {
  id: "fr-receipt-1",
  country: "FR",
  documentTier: "receipt",
  currency: "EUR",
  schemes: ["EU_VAT"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
