import type { RuleContext } from '../../src/rule/rule-context.js';
import type { Rule } from '../../src/rule/types.js';
import {
  fiscalText,
  grossByRate,
  GROSS_READS,
  isSameFigures,
  minorUnits,
} from '../../src/rules/extensions/fiscal-figures.js';
import { FORMER_FARMERS_RATES, germanSlots } from '../../src/signing/slots.js';

/** Rules for Germany that data cannot express. */
export const ownRules = (): readonly Rule[] => [tseFigures()];

const AMOUNTS = /^Beleg\^(-?\d+\.\d\d(?:_-?\d+\.\d\d){4})\^/;

/**
 * Compares the amounts in the process data, both in its own field and in the QR code, with the document's amounts by
 * rate.
 */
function tseFigures(): Rule {
  return {
    id: 'tse-figures',
    severity: 'warning',
    codes: ['fiscal_figures_deviate'],
    summary:
      'The five amounts in the TSE process data are those charged at the general and the reduced rate, at the two rates for farmers, and without tax.',
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
  // No source says where the process data puts other member states' rates.
  const slots = germanSlots(sums);
  if (slots === undefined) return;
  // A former rate for farmers may be in either of the two amounts at farmers' rates: real receipts use both.
  const places = FORMER_FARMERS_RATES.some((rate) => sums.has(rate)) ? withOneForFarmers : all;
  const expected = places(slots);
  if (isSameFigures(run.transaction.type, places(amounts.split('_').map(minorUnits)), expected)) return;
  const field = `extensions.de.${name}` as const;
  const message = (): string =>
    `${field} has the amounts ${amounts.replaceAll('_', ' ')}, but the lines add up to ${expected.join(', ')} minor units.`;
  run.report(field, 'fiscal_figures_deviate', message, { found: fiscalText(run, 'de', name) });
}

const all = (slots: readonly bigint[]): readonly bigint[] => slots;
const withOneForFarmers = ([general, reduced, first, second, none]: readonly bigint[]): readonly bigint[] => [
  general!,
  reduced!,
  first! + second!,
  none!,
];
