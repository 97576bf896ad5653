// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/pack/pack-of.js';
import type { LawPack } from '../../src/pack/types.js';
import { cashRounding, roundedTenders } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

/** The rule pack of Estonia: ee-receipt-1. */
export const eeReceipt1: LawPack = /* @__PURE__ */ packOf(law, [cashRounding, roundedTenders]);
