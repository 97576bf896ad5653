// Generated from the folders under packs/ by `npm run generate`. Do not edit.
import type { LawPack } from '../src/pack/types.js';
import { seReceipt1 } from './se-receipt-1/index.js';

export { seReceipt1 };

/** All built-in rule packs. */
export const packs: readonly LawPack[] = [seReceipt1];
