// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/pack/pack-of.js';
import type { LawPack } from '../../src/pack/types.js';
import { extensionForms } from '../../src/rules/some-laws.js';
import { law } from './law.generated.js';

/** The rule pack of Croatia: hr-receipt-1. */
export const hrReceipt1: LawPack = /* @__PURE__ */ packOf(law, [extensionForms]);
