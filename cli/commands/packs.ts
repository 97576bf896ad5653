import { packs as builtIn } from '../../packs/index.js';
import type { LawPack, RateWindow } from '../../src/index.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { EXIT } from '../exit-code.js';
import { write } from '../write.js';

/** `receipt-rules packs` */
export const packs: Command = {
  name: 'packs',
  summary: 'List the rule packs.',
  usage: '[--format text|json]',
  details: '--format json tells the rates with their dates and sources as well.',
  maxPositionals: 0,
  options: { format: { type: 'string', choices: ['text', 'json'], help: 'Default text.' } },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const json = args.choice('format', ['text', 'json']) === 'json';
  await write(
    io.stdout,
    json ? `${JSON.stringify(builtIn.map(packObject), undefined, 2)}\n` : builtIn.map(packText).join('\n'),
  );
  return EXIT.ok;
}

function packObject({ id, country, documentTier, currency, schemes, law, rules }: LawPack): object {
  return { id, country, documentTier, currency, schemes, rates: law.rates, ruleCount: rules.length };
}

function packText({ id, country, documentTier, currency, schemes, law, rules }: LawPack): string {
  const rows = Array.isArray(law.rates) ? [`  rates     ${law.tax.scheme}: ${distinctRates(law.rates as readonly RateWindow[]).join(', ')}\n`] : [];
  return (
    `${id}\n  country   ${country}\n  tier      ${documentTier}\n  currency  ${currency}\n` +
    `  schemes   ${schemes.join(', ')}\n${rows.join('')}  rules     ${rules.length}\n`
  );
}

/** A rate stands in a table once for each time it held. */
function distinctRates(table: readonly RateWindow[]): string[] {
  return [...new Set(table.map(({ rate }) => rate))].sort((a, b) => b - a).map((rate) => `${rate} %`);
}
