import type { RuleContext } from '../../src/rule/rule-context.js';
import type { Rule } from '../../src/rule/types.js';
import {
  fiscalText,
  grossByRate,
  GROSS_READS,
  isSameFigures,
  minorUnits,
} from '../../src/rules/extensions/fiscal-figures.js';
import { austrianSlots } from '../../src/signing/slots.js';
import { localDate } from '../../src/calendar/dates.js';

/** Rules for Austria that data cannot express. */
export const ownRules = (): readonly Rule[] => [rksvFigures()];

const AMOUNTS = /^_R[^_]*_[^_]+_[^_]+_[^_]+_(-?\d+,\d\d(?:_-?\d+,\d\d){4})_/;

/** Compares the five amounts in the machine-readable code with the document's amounts by rate. */
function rksvFigures(): Rule {
  return {
    id: 'rksv-figures',
    severity: 'warning',
    codes: ['fiscal_figures_deviate'],
    summary:
      'The five amounts in extensions.at.machineReadableCode equal those charged at 20, 10, 13, 0 and other rates.',
    source: 'RKSV § 10 Abs. 2; BMF-RKSV-Technik, 2026-03-13; BGBl. II 134/2026',
    reads: [...GROSS_READS, 'timestamp', 'extensions', 'extensions.at', 'extensions.at.machineReadableCode'],
    check: checkAmounts,
  };
}

function checkAmounts(run: RuleContext): void {
  const code = fiscalText(run, 'at', 'machineReadableCode');
  const amounts = code === undefined ? undefined : AMOUNTS.exec(code)?.[1];
  if (amounts === undefined) return;
  const stated = amounts.split('_').map(minorUnits);
  const sums = grossByRate(run);
  // No source says where the code puts other member states' rates, so for a document with such a rate, the rule checks
  // only the sum of the amounts.
  const { timestamp, type } = run.transaction;
  const slots = austrianSlots(sums, localDate(timestamp), type);
  const expected = slots ?? [sum([...sums.values()])];
  if (isSameFigures(type, slots === undefined ? [sum(stated)] : stated, expected)) return;
  const rates = slots === undefined ? 'in total' : 'at 20, 10, 13, 0 and other rates';
  const message = (): string =>
    `extensions.at.machineReadableCode has the amounts ${amounts.replaceAll('_', ' ')}, but the lines add up to ${expected.join(', ')} minor units ${rates}.`;
  run.report('extensions.at.machineReadableCode', 'fiscal_figures_deviate', message, { found: code });
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
