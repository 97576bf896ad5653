// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/pack/pack-of.js';
import type { LawPack } from '../../src/pack/types.js';
import { oneStopShop, cashRounding, requiredExtensions, extensionForms } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';
import { ownRules } from './rules.js';

/** The rule pack of Sweden: se-receipt-1. */
export const seReceipt1: LawPack = /* @__PURE__ */ packOf(law, [oneStopShop, cashRounding, requiredExtensions, extensionForms], ownRules);
