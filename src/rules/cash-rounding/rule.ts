import { isRounded, roundingTo } from '../../law/cash-rounding.js';
import type { CashRounding, ReceiptLaw } from '../../law/types.js';
import type { Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import {
  applicableRounding,
  applicableRow,
  alwaysNeedMultiple,
  dutyReads,
  needsMultiple,
  rowReads,
} from './applicable.js';
import { cashOfMultiples, roundedWithinLaw, mayStayUnrounded, smallTotalReads } from './multiples.js';
import type { Summaries } from '../summaries.js';

/** Checks cash rounding under the law in force on the document's date. */
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

/** Only an even increment has a halfway value in whole minor units. */
const hasTies = ({ halfway, increment }: CashRounding): boolean => halfway === 'away_from_zero' && increment % 2 === 0;

/** Checks that halfway totals were rounded away from zero, if the law requires that. */
function tiesUp({ cashRounding: rows }: ReceiptLaw): Rule {
  const alike = alwaysNeedMultiple(rows);
  return {
    id: 'cash-rounding-tie',
    severity: 'warning',
    codes: ['rounding_tie_down'],
    source: sourcesOf(rows),
    reads: [...(alike ? rowReads(rows) : dutyReads(rows)), 'type', 'totals.rounding', 'totals.total'],
    check: (run) => {
      const { type, totals } = run.transaction;
      const { rounding, total } = totals;
      if (rounding === undefined || rounding === 0 || type === 'void') return;
      const law = alike ? applicableRow(run, rows) : applicableRounding(run, rows);
      if (law === undefined || !needsMultiple(law.duty) || !hasTies(law.row) || !isTieDown(rounding, total, law.row))
        return;
      const [down, up] = rounding < 0 ? ['down', 'halves up'] : ['up', 'it down'];
      const message = (): string =>
        `totals.rounding is ${rounding}: the total lay exactly halfway and was rounded ${down}. The law rounds ${up} (${-rounding}).`;
      run.report('totals.rounding', 'rounding_tie_down', message, { found: rounding, expected: -rounding });
    },
  };
}

/** Whether a halfway total was rounded down. Down means towards zero: the recipient of the money receives less. */
function isTieDown(rounding: number, total: number, row: CashRounding): boolean {
  if (Math.abs(rounding) * 2 !== row.increment || !isRounded(total, row)) return false;
  return total === 0 || total > 0 === rounding < 0;
}

/** Warns about an unrounded cash total that the law rounds unless buyer and seller agree otherwise. */
export function agreedRounding({ cashRounding: rows }: ReceiptLaw): Rule[] {
  if (!rows.some(({ unlessAgreed }) => unlessAgreed === true)) return [];
  return [
    {
      id: 'cash-rounding-agreed',
      severity: 'warning',
      codes: ['rounding_not_applied'],
      source: sourcesOf(rows),
      reads: [...dutyReads(rows), ...smallTotalReads(rows, false), 'totals.rounding', 'totals.total'],
      check: (run) => {
        const { payment, totals } = run.transaction;
        if (totals.rounding !== 0 || payment.method !== 'cash') return;
        const law = applicableRounding(run, rows);
        if (law?.duty !== 'required' || law.row.unlessAgreed !== true) return;
        const { row } = law;
        if (isRounded(totals.total, row) || mayStayUnrounded(run, row)) return;
        const { total } = totals;
        const message = (): string =>
          `totals.rounding is 0, but totals.total ${total} must be rounded to a multiple of ${row.increment}, unless buyer and seller agree otherwise.`;
        run.report('totals.rounding', 'rounding_not_applied', message, {
          found: 0,
          expected: roundingTo(total, row.increment),
        });
      },
    },
  ];
}

/** What each rule requires: see summaries.ts. */
export const SUMMARIES: Summaries = {
  'cash-rounding-agreed': 'A cash total is rounded unless buyer and seller agree otherwise.',
  'cash-rounding-grid': (law) =>
    `A rounded total is ${multiple(law)}, and totals.rounding is within the legal maximum.`,
  'cash-rounding-nearest': 'A total is rounded to the nearest multiple of the increment.',
  'cash-rounding-required': 'Cash documents state totals.rounding, 0 if nothing was rounded.',
  'cash-rounding-tender': 'totals.rounding is absent or 0 for tenders that the law does not round.',
  'cash-rounding-tie': 'A total exactly between two multiples is rounded up.',
  'cash-rounding-zero': (law) => `A cash total with rounding 0 is ${multiple(law)}.`,
  'no-rounding': 'Totals are not rounded: totals.rounding is absent or 0.',
  'rounding-unusual': 'Totals are rounded only for tenders that are usually rounded.',
  'state-rounding': ({ stateRounding: states = [] }) =>
    `A total is rounded as the state in territory or tax.jurisdictions allows: ${states
      .filter(({ level }) => level === 'rule')
      .map(({ name }) => name)
      .join(', ')}.`,
};

function multiple({ cashRounding }: ReceiptLaw): string {
  return `a multiple of ${[...new Set(cashRounding.map(({ increment }) => increment))].join(' or ')} minor units`;
}
