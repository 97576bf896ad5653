import type { RuleContext } from '../../src/rule/rule-context.js';
import type { Rule } from '../../src/rule/types.js';
import {
  fiscalText,
  grossByRate,
  GROSS_READS,
  isSameFigures,
  minorUnits,
} from '../../src/rules/extensions/fiscal-figures.js';

/** Rules for Germany that data cannot express. */
export const ownRules = (): readonly Rule[] => [tseFigures()];

/**
 * The rates of the five amounts: general, reduced, two of farmers, none. In the second half of 2020 they were 16 and 5
 * %.
 */
const RATES: readonly (readonly number[])[] = [[19, 16], [7, 5], [], [], [0]];
const AMOUNTS = /^Beleg\^(-?\d+\.\d\d(?:_-?\d+\.\d\d){4})\^/;

/** The amounts of the process data, in its own field and in the QR code, are those of the document, by rate. */
function tseFigures(): Rule {
  return {
    id: 'tse-figures',
    severity: 'warning',
    codes: ['fiscal_figures_deviate'],
    summary:
      'The five amounts in the process data of the TSE are what was charged at the general, reduced and other rates.',
    source: 'DSFinV-K, processData of Kassenbeleg-V1',
    reads: [...GROSS_READS, 'extensions', 'extensions.de', 'extensions.de.qrCode', 'extensions.de.processData'],
    check: (run) => {
      // The process data is the fourth part of the QR code.
      checkAmounts(run, 'qrCode', fiscalText(run, 'de', 'qrCode')?.split(';')[3]);
      checkAmounts(run, 'processData', fiscalText(run, 'de', 'processData'));
    },
  };
}

function checkAmounts(run: RuleContext, name: 'qrCode' | 'processData', data: string | undefined): void {
  const amounts = data === undefined ? undefined : AMOUNTS.exec(data)?.[1];
  if (amounts === undefined) return;
  const sums = grossByRate(run);
  // No source says where rates of other member states are in the process data.
  if (![...sums.keys()].every((rate) => RATES.some((rates) => rates.includes(rate)))) return;
  const expected = RATES.map((rates) => rates.reduce((total, rate) => total + (sums.get(rate) ?? 0n), 0n));
  if (isSameFigures(run.transaction.type, amounts.split('_').map(minorUnits), expected)) return;
  const field = `extensions.de.${name}` as const;
  const message = (): string =>
    `${field} has the amounts ${amounts.replaceAll('_', ' ')}, but the lines add up to ${expected.join(', ')} minor units`;
  run.report(field, 'fiscal_figures_deviate', message, { found: fiscalText(run, 'de', name) });
}
