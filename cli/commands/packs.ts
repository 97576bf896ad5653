import { packs as builtIn } from '../../packs/index.js';
import type { LawPack } from '../../src/index.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { EXIT } from '../exit-code.js';
import { write } from '../write.js';

/** `receipt-rules packs` */
export const packs: Command = {
  name: 'packs',
  summary: "List the rule packs with today's rates and cash rounding.",
  usage: '[--format text|json]',
  details: `
Some of today's rates apply only to certain goods. CASH shows whether the law requires or allows
totals paid in cash to be rounded, and the increment; - means never. --format json lists all rates
and roundings with their dates, classes and citations.
`,
  examples: ['', '--format json'],
  maxPositionals: 0,
  options: { format: { type: 'string', choices: ['text', 'json'], help: 'Default text.' } },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const json = args.choice('format', ['text', 'json']) === 'json';
  const today = new Date().toISOString().slice(0, 10);
  const text = json ? JSON.stringify(builtIn.map(packObject), undefined, 2) : table(builtIn, today).join('\n');
  await write(io.stdout, `${text}\n`);
  return EXIT.ok;
}

function packObject({ id, country, documentTier, currency, schemes, law, rules }: LawPack): object {
  const { currencies, rates, cashRounding } = law;
  const ruleCount = rules.length;
  return { id, country, documentTier, currency, currencies, schemes, rates, cashRounding, ruleCount };
}

/** One line per pack, in aligned columns. */
function table(packs: readonly LawPack[], today: string): string[] {
  const rows = [
    ['PACK', 'CC', 'MONEY', 'SCHEME', 'CASH', 'RATES, %'],
    ...packs.map(({ id, country, law }) => {
      const currency = law.currencies.find((each) => holds(each, today))?.code ?? '';
      return [id, country, currency, law.tax.scheme, roundingText(law, today), ratesText(law, today)];
    }),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

/** Highest first, without duplicates. */
function ratesText({ rates }: LawPack['law'], today: string): string {
  if (!Array.isArray(rates)) return 'any';
  const rows = rates as readonly { readonly rate: number; readonly from?: string; readonly until?: string }[];
  const distinct = new Set(rows.filter((row) => holds(row, today)).map(({ rate }) => rate));
  // Every rate table implicitly contains 0.
  return [...distinct.add(0)].sort((a, b) => b - a).join(', ');
}

function roundingText({ cashRounding }: LawPack['law'], today: string): string {
  const row = cashRounding.find((each) => holds(each, today));
  if (row === undefined || row.cash === 'not_allowed') return '-';
  // Amounts in all supported currencies have two decimals.
  return row.increment === 1 ? row.cash : `${row.cash} ${(row.increment / 100).toFixed(2)}`;
}

/** Local dates, inclusive. */
function holds({ from, until }: { readonly from?: string; readonly until?: string }, date: string): boolean {
  return (from === undefined || from <= date) && (until === undefined || date <= until);
}
