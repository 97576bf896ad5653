import type { Rule } from '../../rule/types.js';
import type { CashRounding, ReceiptLaw } from '../../law/types.js';
import { cashOfMultiples, roundedWithinLaw } from './multiples.js';
import { hasTies, tiesUp } from './tie.js';

/** Checks cash rounding under the law on the date of the document. */
export function cashRounding(law: ReceiptLaw): Rule[] {
  const { cashRounding: rows } = law;
  if (rows.length === 0) return [];
  return [
    ...(rows.some(mustBeRounded) ? [cashOfMultiples(law)] : []),
    roundedWithinLaw(law),
    ...(rows.some(hasTies) ? [tiesUp(law)] : []),
  ];
}

const mustBeRounded = ({ cash, increment, unlessAgreed }: CashRounding): boolean =>
  cash === 'required' && increment > 1 && unlessAgreed !== true;
