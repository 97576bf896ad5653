import type { Rule } from '../../rule/types.js';
import type { CashRounding, ReceiptLaw } from '../../law/types.js';
import { roundedCash, roundedRight } from './grid.js';
import { hasTies, tiesUp } from './tie.js';

/** R1 and related rules: cash rounding, by the law on the date of the document. */
export function cashRounding(law: ReceiptLaw): Rule[] {
  const { cashRounding: rows } = law;
  if (rows.length === 0) return [];
  return [
    ...(rows.some(mustBeRounded) ? [roundedCash(law)] : []),
    roundedRight(law),
    ...(rows.some(hasTies) ? [tiesUp(law)] : []),
  ];
}

const mustBeRounded = ({ cash, increment, unlessAgreed }: CashRounding): boolean =>
  cash === 'required' && increment > 1 && unlessAgreed !== true;
