import { localDate } from '../../calendar/dates.js';
import type { ReceiptLaw, StateRounding } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';

const READS: readonly ReadPattern[] = [
  'type',
  'timestamp',
  'tax.jurisdictions',
  'tax.jurisdictions[].level',
  'tax.jurisdictions[].name',
  'totals.rounding',
];

/** Cash rounding by the law of the state, of which the country's own rounding leaves more. */
export function stateRounding({ country, stateRounding: all = [], cashRounding }: ReceiptLaw): Rule[] {
  const states = all.filter(({ level }) => level === 'rule');
  const [row] = cashRounding;
  if (states.length === 0 || row === undefined) return [];
  const { increment, maxRounding = increment / 2 } = row;
  const source = sourcesOf(states.map(({ citation = '' }) => ({ citation })));
  return [
    {
      id: 'state-rounding',
      severity: 'error',
      codes: ['invalid_rounding', 'not_allowed'],
      source,
      reads: [...READS, 'payment.method', 'totals.total'],
      check: (run) => {
        const { payment, totals } = run.transaction;
        const { rounding = 0, total } = totals;
        const state = rounding === 0 ? undefined : stateOf(run, country, states);
        if (state === undefined) return;
        const { name, maxUp, maxDown, cashOnly } = state;
        const { method } = payment;
        if (cashOnly === true && method !== 'cash' && method !== 'other') {
          const message = (): string =>
            `totals.rounding is ${rounding}, but in ${name} a total paid by ${method} is not rounded: leave it out`;
          run.report('totals.rounding', 'not_allowed', message, { found: rounding });
          // Beyond what any state allows, and off the grid, another rule refuses it.
        } else if (
          (rounding > maxUp || rounding < -maxDown) &&
          Math.abs(rounding) <= maxRounding &&
          (method !== 'cash' || total % increment === 0)
        ) {
          const message = (): string =>
            `totals.rounding is ${rounding}, but in ${name} rounding moves a total by ${maxUp} up or ${maxDown} down at most`;
          run.report('totals.rounding', 'invalid_rounding', message, { found: rounding });
        }
      },
    },
    {
      id: 'cash-rounding-nearest',
      severity: 'warning',
      codes: ['rounding_not_nearest'],
      source,
      reads: READS,
      check: (run) => {
        const { rounding = 0 } = run.transaction.totals;
        const moved = Math.abs(rounding);
        if (moved <= increment / 2 || (moved <= maxRounding && stateOf(run, country, states) !== undefined)) return;
        const message = (): string =>
          `totals.rounding is ${rounding}, but the nearest multiple of ${increment} is at most ${Math.floor(increment / 2)} away`;
        run.report('totals.rounding', 'rounding_not_nearest', message, { found: rounding });
      },
    },
  ];
}

/** The state whose law holds for a document: of the business's territory, or else the only one among the jurisdictions. */
function stateOf(
  { business, transaction }: RuleContext,
  country: string,
  states: readonly StateRounding[],
): StateRounding | undefined {
  const { territory } = business;
  const [named, ...others] = (transaction.tax.jurisdictions ?? []).filter(({ level }) => level === 'state');
  const { name } = (others.length === 0 ? named : undefined) ?? {};
  const state = states.find(({ code, name: own }) =>
    territory === undefined ? name === code || name === own : territory === `${country}-${code}`,
  );
  if (state?.from === undefined || localDate(transaction.timestamp) < state.from) return undefined;
  // What may be rounded down is in the customer's favour on a sale. Of refunds no source says so.
  return state.maxUp === state.maxDown || transaction.type === 'sale' ? state : undefined;
}
