import type { RuleContext } from '../../src/rule/rule-context.js';
import type { Rule } from '../../src/rule/types.js';
import { fiscalText } from '../../src/rules/extensions/fiscal-figures.js';
import { crc8 } from '../../src/signing/crc8.js';

/** Rules for Spain that data cannot express. */
export const ownRules = (): readonly Rule[] => [ticketBaiChecksum()];

const CODE = /^(TBAI-[0-9A-Z]{9}-\d{6}-.{13}-)(\d{3})$/u;

/** The last three digits of a TicketBAI code are the CRC-8 of the text before them. */
function ticketBaiChecksum(): Rule {
  return {
    id: 'ticketbai-checksum',
    severity: 'warning',
    codes: ['fiscal_checksum'],
    summary: 'extensions.es.ticketBaiCode ends in the CRC-8 of its first 36 characters.',
    source: 'TicketBAI, specification 1.1: polynomial 07, initial value 0',
    reads: ['extensions', 'extensions.es', 'extensions.es.ticketBaiCode'],
    check: checkChecksum,
  };
}

function checkChecksum(run: RuleContext): void {
  const code = fiscalText(run, 'es', 'ticketBaiCode');
  const [, covered, stated] = (code === undefined ? null : CODE.exec(code)) ?? [];
  if (covered === undefined) return;
  const checksum = crc8(covered);
  if (checksum === stated) return;
  const message = (): string =>
    `extensions.es.ticketBaiCode ends in ${stated}, but the CRC-8 of what stands before is ${checksum}`;
  run.report('extensions.es.ticketBaiCode', 'fiscal_checksum', message, { found: code });
}
