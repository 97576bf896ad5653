import type { RuleContext } from '../../src/rule/rule-context.js';
import type { Rule } from '../../src/rule/types.js';
import {
  fiscalText,
  grossByRate,
  GROSS_READS,
  isSameFigures,
  minorUnits,
} from '../../src/rules/extensions/fiscal-figures.js';

/** Rules for Austria that data cannot express. */
export const ownRules = (): readonly Rule[] => [rksvFigures()];

/** The rates of the five amounts, in the order of the code. The last amount is for all other rates. */
const RATES = [20, 10, 13, 0, 19];
const AMOUNTS = /^_R[^_]*_[^_]+_[^_]+_[^_]+_(-?\d+,\d\d(?:_-?\d+,\d\d){4})_/;

/** The five amounts of the machine-readable code are those of the document, by rate. */
function rksvFigures(): Rule {
  return {
    id: 'rksv-figures',
    severity: 'warning',
    codes: ['fiscal_figures_deviate'],
    summary:
      'The five amounts in extensions.at.machineReadableCode are what was charged at 20, 10, 13, 0 and other rates.',
    source: 'RKSV § 10 Abs. 2',
    reads: [...GROSS_READS, 'extensions', 'extensions.at', 'extensions.at.machineReadableCode'],
    check: checkAmounts,
  };
}

function checkAmounts(run: RuleContext): void {
  const code = fiscalText(run, 'at', 'machineReadableCode');
  const amounts = code === undefined ? undefined : AMOUNTS.exec(code)?.[1];
  if (amounts === undefined) return;
  const stated = amounts.split('_').map(minorUnits);
  const sums = grossByRate(run);
  // The law that was found does not say where the temporary rates are in the code. So if a document has one of them,
  // only the sum is checked.
  const hasOwnPlaces = [...sums.keys()].every((rate) => RATES.includes(rate));
  const expected = hasOwnPlaces ? RATES.map((rate) => sums.get(rate) ?? 0n) : [sum([...sums.values()])];
  if (isSameFigures(run.transaction.type, hasOwnPlaces ? stated : [sum(stated)], expected)) return;
  const rates = hasOwnPlaces ? 'at 20, 10, 13, 0 and 19 %' : 'in all';
  const message = (): string =>
    `extensions.at.machineReadableCode has the amounts ${amounts.replaceAll('_', ' ')}, but the lines add up to ${expected.join(', ')} minor units ${rates}`;
  run.report('extensions.at.machineReadableCode', 'fiscal_figures_deviate', message, { found: code });
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
