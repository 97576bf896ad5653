// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/pack/pack-of.js';
import type { LawPack } from '../../src/pack/types.js';
import { cashRounding, extensionForms } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

/** The rule pack of Hungary: hu-receipt-1. */
export const huReceipt1: LawPack = /* @__PURE__ */ packOf(law, [cashRounding, extensionForms]);
