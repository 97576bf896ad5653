import { isNearest } from '../../law/cash-rounding.js';
import type { CashRounding, ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import { applicableRounding, dutyReads, rowOf, rowReads } from './applicable.js';

/** Checks rounding on tenders that are never or rarely rounded, and rounding to a multiple other than the nearest. */
export function roundedTenders(law: ReceiptLaw): Rule[] {
  const { cashRounding: rows } = law;
  const duties = rows.flatMap(({ cash, electronic, other, transfer, business, channels }) => [
    ...[cash, electronic, other, transfer, business],
    ...(channels === undefined ? [] : (['not_allowed'] as const)),
  ]);
  return [
    ...(duties.includes('not_allowed') ? [notRounded(law)] : []),
    ...(duties.includes('unusual') ? [unusualRounding(law)] : []),
    // Under a law with rows for states, the rules for states check this.
    ...(law.stateRounding === undefined && rows.some(mayBeFarther) ? [nearestMultiple(law)] : []),
  ];
}

/** Whether the law allows rounding to a multiple other than the nearest. */
const mayBeFarther = ({ maxRounding, increment }: CashRounding): boolean => maxRounding !== undefined && increment > 1;

/** Checks that the law allows rounding on the tender. */
function notRounded({ cashRounding: rows }: ReceiptLaw): Rule {
  return {
    id: 'cash-rounding-tender',
    severity: 'error',
    codes: ['not_allowed'],
    source: sourcesOf(rows),
    reads: [...dutyReads(rows), 'totals.rounding'],
    check: (run) => {
      const { rounding } = run.transaction.totals;
      const { method } = run.transaction.payment;
      if (rounding === undefined || rounding === 0 || applicableRounding(run, rows)?.duty !== 'not_allowed') return;
      const message = (): string =>
        `totals.rounding is ${rounding}, but totals are not rounded when payment.method is ${method}. Omit it.`;
      run.report('totals.rounding', 'not_allowed', message, { found: rounding });
    },
  };
}

/** Warns about rounding on tenders that are rarely rounded. */
function unusualRounding({ cashRounding: rows, country }: ReceiptLaw): Rule {
  return {
    id: 'rounding-unusual',
    severity: 'warning',
    codes: ['rounding_unusual'],
    source: sourcesOf(rows),
    reads: [...dutyReads(rows), 'totals.rounding'],
    check: (run) => {
      const { rounding } = run.transaction.totals;
      const { method } = run.transaction.payment;
      if (rounding === undefined || rounding === 0 || applicableRounding(run, rows)?.duty !== 'unusual') return;
      const message = (): string =>
        `totals.rounding is ${rounding}, but totals are not normally rounded in ${country} when payment.method is ${method}.`;
      run.report('totals.rounding', 'rounding_unusual', message, { found: rounding });
    },
  };
}

/**
 * Warns about rounding to a multiple other than the nearest, which is legal in some countries, but rare.
 *
 * @param isLegal whether rounding to any multiple within the maximum is legal under the law, so that there is nothing
 * to warn about
 */
export function nearestMultiple(
  { cashRounding: rows }: ReceiptLaw,
  isLegal: (run: RuleContext) => boolean = () => false,
  reads: readonly ReadPattern[] = [],
): Rule {
  return {
    id: 'cash-rounding-nearest',
    severity: 'warning',
    codes: ['rounding_not_nearest'],
    source: sourcesOf(rows),
    reads: [...rowReads(rows), ...reads, 'totals.rounding'],
    check: (run) => {
      const { rounding } = run.transaction.totals;
      const row = rounding === undefined ? undefined : rowOf(run, rows);
      if (row === undefined || !mayBeFarther(row) || isNearest(rounding!, row)) return;
      if (Math.abs(rounding!) <= row.maxRounding! && isLegal(run)) return;
      const message = (): string =>
        `totals.rounding is ${rounding}, but the nearest multiple of ${row.increment} is at most ${Math.floor(row.increment / 2)} away.`;
      run.report('totals.rounding', 'rounding_not_nearest', message, { found: rounding });
    },
  };
}
