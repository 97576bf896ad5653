import type { ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../pack/types.js';
import { roundedCash, roundedRight } from './grid.js';
import { hasTies, tiesUp } from './tie.js';

/** R1 and the rules beside it: cash rounding as the law has it on the document's own date. */
export function cashRounding(law: ReceiptLaw): Rule[] {
  const { cashRounding: rows } = law;
  if (rows.length === 0) return [];
  return [
    ...(rows.some(({ cash, step }) => cash === 'must' && step > 1) ? [roundedCash(law)] : []),
    roundedRight(law),
    ...(rows.some(hasTies) ? [tiesUp(law)] : []),
  ];
}
