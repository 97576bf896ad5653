import { packs } from '../../packs/index.js';
import { lawChanges, UsageError as LibraryUsageError, type LawChange } from '../../src/index.js';
import type { Arguments } from '../arguments.js';
import { calendar } from '../calendar.js';
import type { Command, Io } from '../command.js';
import { EXIT } from '../exit-code.js';
import { UsageError } from '../usage-error.js';
import { write } from '../write.js';

const FORMATS = ['text', 'json', 'ics'] as const;

/** `receipt-rules changes` */
export const changes: Command = {
  name: 'changes',
  summary: 'List the rates, obligations and other legal rules that begin or end in a period.',
  usage: '[--from DAY] [--to DAY] [--country CC]… [--format text|json|ics]',
  details: `
Lists the legal rules that begin or end within a period, by day and country. The default period is
the year from today. For a rule that ends, the listed day is its last day. Bills and announcements
are not listed, because they are not law. --format ics writes a calendar with one all-day event per
change.
`,
  examples: ['--country SE --from 2026-01-01 --to 2026-12-31', '--format ics > changes.ics'],
  maxPositionals: 0,
  options: {
    from: { type: 'string', value: 'DAY', help: 'First day, YYYY-MM-DD. Default today.' },
    to: { type: 'string', value: 'DAY', help: 'Last day, YYYY-MM-DD. Default one year after --from.' },
    country: {
      type: 'string',
      multiple: true,
      value: 'CC',
      help: 'Only list this country: an ISO 3166-1 alpha-2 code, such as SE. Repeatable.',
    },
    format: { type: 'string', choices: FORMATS, help: 'Default text.' },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const from = args.text('from') ?? new Date().toISOString().slice(0, 10);
  const to = args.text('to') ?? yearAfter(from);
  const found = changesOf(from, to, args.list('country'));
  const format = args.choice('format', FORMATS);
  if (format === 'json') await write(io.stdout, `${JSON.stringify(found, undefined, 2)}\n`);
  else if (format === 'ics')
    await write(
      io.stdout,
      calendar(
        found,
        packs.map(({ law }) => law),
      ),
    );
  else await write(io.stdout, found.length === 0 ? `No changes from ${from} to ${to}.\n` : table(found));
  return EXIT.ok;
}

/** @throws UsageError that names the option instead of the library's argument */
function changesOf(from: string, to: string, countries: readonly string[]): readonly LawChange[] {
  try {
    return lawChanges(packs, from, to, countries.length === 0 ? undefined : countries);
  } catch (error) {
    if (!(error instanceof LibraryUsageError)) throw error;
    const option = error.argument === 'countries' ? '--country' : `--${error.argument}`;
    throw new UsageError(`${option}${error.message.slice(error.argument.length)}.`);
  }
}

/** The same day of the next year; for 29 February, the 28th. */
function yearAfter(day: string): string {
  const year = /^(\d{4})-/.exec(day)?.[1];
  if (year === undefined) throw new UsageError(`--from must be a day as YYYY-MM-DD, found '${day}'.`);
  return `${String(Number(year) + 1).padStart(4, '0')}${day.slice(4).replace('-02-29', '-02-28')}`;
}

function table(found: readonly LawChange[]): string {
  return found
    .map(({ day, country, change, what, source }) =>
      `${day}  ${country}  ${change.padEnd(6)}  ${what}${source === '' ? '' : ` (${source})`}`.trimEnd(),
    )
    .concat('')
    .join('\n');
}
