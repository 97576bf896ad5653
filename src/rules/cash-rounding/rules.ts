import type { ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../pack/types.js';
import { roundedCash, roundedRight } from './grid.js';
import { neverRounded, roundingStated } from './stated.js';
import { mayBeFarther, nearestStep, notRounded, unusualRounding } from './tender.js';
import { hasTies, tiesUp } from './tie.js';

/** R1 and the rules beside it: cash rounding as the law has it on the document's own date. */
export function cashRounding(law: ReceiptLaw): Rule[] {
  const { cashRounding: rows } = law;
  if (rows.length === 0) return [roundingStated(law), neverRounded(law)];
  const duties = rows.flatMap(({ cash, electronic, other }) => [cash, electronic, other]);
  return [
    roundingStated(law),
    ...(rows.some(({ cash, step }) => cash === 'must' && step > 1) ? [roundedCash(law)] : []),
    roundedRight(law),
    ...(rows.some(hasTies) ? [tiesUp(law)] : []),
    ...(duties.includes('no') ? [notRounded(law)] : []),
    ...(duties.includes('unusual') ? [unusualRounding(law)] : []),
    ...(rows.some(mayBeFarther) ? [nearestStep(law)] : []),
  ];
}
