// Generated from the folder by `npm run generate`. Do not edit.
import { packOf } from '../../src/pack/pack-of.js';
import type { LawPack } from '../../src/pack/types.js';
import { law } from './law.generated.js';

/** The rule pack of Luxembourg: lu-receipt-1. */
export const luReceipt1: LawPack = /* @__PURE__ */ packOf(law, []);
