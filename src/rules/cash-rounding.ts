import type { RuleRun } from '../pack/rule-run.js';
import type { Rule } from '../pack/types.js';

/** Cash rounding as a country's law has it. */
export interface CashRounding {
  /** Step of the grid in minor units: 100 for whole kronor. */
  readonly step: number;
  /** Whether totals paid electronically may be rounded too. */
  readonly electronic: boolean;
  readonly source: string;
}

const ELECTRONIC = ['card', 'mobile', 'transfer'];

/** R1 and the rules beside it: with cash the rounding is stated, it leads to the grid, and it is at most half a step. */
export function cashRounding({ step, electronic, source }: CashRounding): Rule[] {
  return [
    {
      id: 'cash-rounding-required',
      severity: 'error',
      codes: ['required'],
      summary: 'totals.rounding is stated with cash, 0 where the total already lands on the grid.',
      source,
      reads: ['payment.method', 'totals.rounding'],
      check: (run) => {
        const { payment, totals } = run.transaction;
        if (payment.method !== 'cash' || totals.rounding !== undefined) return;
        run.report(
          'totals.rounding',
          'required',
          'totals.rounding is required when payment.method is cash: send 0 if nothing was rounded',
        );
      },
    },
    {
      id: 'cash-rounding-none',
      severity: 'error',
      codes: ['invalid_rounding'],
      summary: `With cash and rounding 0 the total lies on the grid of ${step} minor units.`,
      source,
      reads: ['payment.method', 'totals.rounding', 'totals.total'],
      check: (run) => {
        const { payment, totals } = run.transaction;
        if (payment.method === 'cash' && totals.rounding === 0) checkGrid(run, totals.rounding, step);
      },
    },
    {
      id: 'cash-rounding-grid',
      severity: 'error',
      codes: ['invalid_rounding'],
      summary: `A rounding other than 0 is at most half a step and leads to the grid of ${step} minor units, whatever the tender.`,
      source,
      reads: ['totals.rounding', 'totals.total'],
      check: (run) => {
        const { rounding } = run.transaction.totals;
        if (rounding !== undefined && rounding !== 0) checkGrid(run, rounding, step);
      },
    },
    {
      id: 'cash-rounding-tie',
      severity: 'warning',
      codes: ['rounding_tie_down'],
      summary: 'A total exactly between two steps is rounded up.',
      source,
      reads: ['totals.rounding', 'totals.total'],
      check: (run) => {
        const { rounding, total } = run.transaction.totals;
        if (rounding !== undefined && isTieDown(rounding, total, step)) {
          const message = `totals.rounding is ${rounding}, but a total exactly between two steps is rounded up`;
          run.report('totals.rounding', 'rounding_tie_down', message);
        }
      },
    },
    ...(electronic ? [] : [cashOnly(source)]),
  ];
}

function cashOnly(source: string): Rule {
  return {
    id: 'cash-rounding-tender',
    severity: 'error',
    codes: ['not_allowed'],
    summary: 'Electronic tenders are not rounded: totals.rounding is absent or 0.',
    source,
    reads: ['payment.method', 'totals.rounding'],
    check: (run) => {
      const { payment, totals } = run.transaction;
      if (totals.rounding === undefined || totals.rounding === 0 || !ELECTRONIC.includes(payment.method)) return;
      const message = `totals.rounding is ${totals.rounding}, but a total paid by ${payment.method} is not rounded: leave it out`;
      run.report('totals.rounding', 'not_allowed', message);
    },
  };
}

function checkGrid(run: RuleRun, rounding: number, step: number): void {
  const { total } = run.transaction.totals;
  if (total % step !== 0) {
    const message = `totals.rounding is ${rounding}, but totals.total ${total} is no multiple of ${step}`;
    run.report('totals.rounding', 'invalid_rounding', message);
  } else if (Math.abs(rounding) > step / 2) {
    const message = `totals.rounding is ${rounding}, but rounding to a multiple of ${step} moves a total by ${step / 2} at most`;
    run.report('totals.rounding', 'invalid_rounding', message);
  }
}

/** Down is towards zero: the one who is paid gets less. Only an even step has ties in whole minor units. */
function isTieDown(rounding: number, total: number, step: number): boolean {
  if (Math.abs(rounding) * 2 !== step || total % step !== 0) return false;
  return total === 0 || total > 0 === rounding < 0;
}
