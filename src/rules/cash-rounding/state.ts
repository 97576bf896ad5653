import { localDate } from '../../calendar/dates.js';
import { isRounded, largestRounding } from '../../law/cash-rounding.js';
import type { ReceiptLaw, StateRounding } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { sourcesOf } from '../sources.js';
import { nearestMultiple } from './tender.js';

const READS: readonly ReadPattern[] = [
  'type',
  'timestamp',
  'tax.jurisdictions',
  'tax.jurisdictions[].level',
  'tax.jurisdictions[].name',
];

/** Checks cash rounding under a state's law, which is stricter than the country's. */
export function stateRounding(law: ReceiptLaw): Rule[] {
  const { country, stateRounding: all = [], cashRounding } = law;
  const states = all.filter(({ level }) => level === 'rule');
  const [row] = cashRounding;
  if (states.length === 0 || row === undefined) return [];
  return [
    {
      id: 'state-rounding',
      severity: 'error',
      codes: ['invalid_rounding', 'not_allowed'],
      source: sourcesOf(states),
      reads: [...READS, 'payment.method', 'totals.rounding', 'totals.total'],
      check: (run) => {
        const { payment, totals } = run.transaction;
        const { rounding = 0, total } = totals;
        const state = rounding === 0 ? undefined : stateOf(run, country, states);
        if (state === undefined) return;
        const { name, maxUp, maxDown, cashOnly } = state;
        const { method } = payment;
        if (cashOnly === true && method !== 'cash' && method !== 'other') {
          const message = (): string =>
            `totals.rounding is ${rounding}, but in ${name} a total paid by ${method} is not rounded. Omit it.`;
          run.report('totals.rounding', 'not_allowed', message, { found: rounding });
          // Another rule refuses totals that are not a multiple of five cents, and roundings beyond the limits of all
          // states.
        } else if (
          (rounding > maxUp || rounding < -maxDown) &&
          Math.abs(rounding) <= largestRounding(row) &&
          (method !== 'cash' || isRounded(total, row))
        ) {
          const message = (): string =>
            `totals.rounding is ${rounding}, but in ${name} a total is rounded by at most ${maxUp} up or ${maxDown} down.`;
          run.report('totals.rounding', 'invalid_rounding', message, { found: rounding });
        }
      },
    },
    nearestMultiple(law, (run) => stateOf(run, law.country, states) !== undefined, READS),
  ];
}

/**
 * The state whose law applies to a document: the business's territory, or else the only state among the jurisdictions.
 */
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
  // On a sale, rounding down is in favour of the customer. We found no source for refunds.
  return state.maxUp === state.maxDown || transaction.type === 'sale' ? state : undefined;
}
