// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/engine/pack-of.js';
import type { LawPack } from '../../src/rule/types.js';
import { rateRange, jurisdictionsAddUp, cashRounding, roundedTenders } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

let made: LawPack | undefined;
const pack = (): LawPack => (made ??= packOf(law, [rateRange, jurisdictionsAddUp, cashRounding, roundedTenders]));

/** The rule pack of United States: us-receipt-1. */
export const usReceipt1: LawPack<'US'> = {
  id: "us-receipt-1",
  country: "US",
  documentTier: "receipt",
  currency: "USD",
  schemes: ["US_SALES_TAX"],
  law,
  get rules() {
    return pack().rules;
  },
  check: (transaction, context) => pack().check(transaction, context),
};
