import type { RuleContext } from '../../src/rule/rule-context.js';
import type { Rule } from '../../src/rule/types.js';
import { fiscalText, minorUnits } from '../../src/rules/extensions/fiscal-figures.js';

/** Rules for Portugal that data cannot express. */
export const ownRules = (): readonly Rule[] => [qrFigures()];

const TOTALS = /(?:\*M:(\d+\.\d\d))?\*N:(\d+\.\d\d)\*O:(\d+\.\d\d)(?:\*|$)/;
const CANCELLED = '*E:A*';

/** Compares the QR code's totals with the document's. */
function qrFigures(): Rule {
  return {
    id: 'qr-figures',
    severity: 'warning',
    codes: ['fiscal_figures_deviate'],
    summary: "In extensions.pt.qrCode, field N is the document's tax and field O its total.",
    source: 'Portaria 195/2020; AT, QR code specification',
    reads: ['type', 'totals.tax', 'totals.total', 'extensions', 'extensions.pt', 'extensions.pt.qrCode'],
    check: checkTotals,
  };
}

function checkTotals(run: RuleContext): void {
  const code = fiscalText(run, 'pt', 'qrCode');
  const { type, totals } = run.transaction;
  // A void's total is 0, but its code has the sale's total.
  if (code === undefined || type === 'void' || code.includes(CANCELLED)) return;
  const [, stampDuty, taxes, total] = TOTALS.exec(code) ?? [];
  if (taxes === undefined || total === undefined) return;
  // N includes stamp duty, which documents do not state as a tax.
  const ofDocument = [BigInt(Math.abs(totals.tax)), BigInt(Math.abs(totals.total))];
  const withoutDuty = minorUnits(taxes) - (stampDuty === undefined ? 0n : minorUnits(stampDuty));
  if (withoutDuty === ofDocument[0] && minorUnits(total) === ofDocument[1]) return;
  const message = (): string =>
    `extensions.pt.qrCode has the taxes ${taxes} and the total ${total}, but totals.tax is ${totals.tax} and totals.total is ${totals.total}, in minor units.`;
  run.report('extensions.pt.qrCode', 'fiscal_figures_deviate', message, { found: code });
}
