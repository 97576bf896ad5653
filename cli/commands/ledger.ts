import type { Transaction } from '../../src/index.js';
import type { Arguments } from '../arguments.js';
import { BUSINESS_OPTIONS } from '../business.js';
import type { Command, Io } from '../command.js';
import { counted, type Entry, type Summary } from '../entry.js';
import { EXIT } from '../exit-code.js';
import { inputNames } from '../input.js';
import { COUNTRY_OPTIONS, judging, type Judging } from '../judging.js';
import type { DayTotals } from '../ledger/day-totals.js';
import { DocumentFiles } from '../ledger/document-files.js';
import type { Ledger, LedgerIssue } from '../ledger/ledger.js';
import { Output } from '../output.js';
import { Progress } from '../progress.js';
import { hanging, styles, type Styles } from '../report-lines.mjs';
import type { Reporter } from '../reporters/reporter.js';
import { noReporter } from '../reporters/summary.js';
import { oneLine } from '../../src/text/printable.js';
import { inAscii, isAscii, wantsColour, widthOf } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { ValidationRun } from '../validation-run.js';
import { write } from '../write.js';

const FORMATS = ['text', 'json', 'ndjson'] as const;
/** Column at which messages start. */
const COLUMN = 33;

/** `receipt-rules ledger` */
export const ledger: Command = {
  name: 'ledger',
  summary: 'Check documents against each other: duplicates, refunds, gaps in numbering, daily totals.',
  usage: '[FILE…|-] [--country CC] [OPTION…]',
  details: `
Reads documents like 'validate', in any order. Reports invalid documents and leaves them out of
everything else. Then reports:

  duplicate_identity   documents with the same vendor.id, source.platform and source.externalId
  over_refund, …       corrections that refund more than was sold, or that do not match their sale;
                       corrections of a sale are added up in the order of their timestamps
  original_not_found   a correction whose sale is not among the documents (warning)
  series_gap           a number missing within a series: receiptNumber per vendor, location and
                       platform, and sequenceNumber in extensions (warning)
  series_repeat        a number that occurs twice in a series
  tenders_differ       tenders that do not add up to the document's total or to the day's figures

A correction refers to its sale by id. If the sales have no id, --original-field says which of
their fields to use instead. Corrections without an id are matched to their sale by the receipt
number in metadata.receiptExtra.

Documents with corrections are read from their file again. Documents from stdin, pipes and gzip
files stay in memory instead.

Exit codes: 0 no errors; 1 errors; 2 some input is unusable, or the command line is wrong.
`,
  examples: ['year.ndjson --stored --day-totals', 'sales refunds --country SE --original-field source.externalId'],
  maxPositionals: Infinity,
  options: {
    ...BUSINESS_OPTIONS,
    ...COUNTRY_OPTIONS,
    'original-field': {
      type: 'string',
      value: 'PATH',
      help: 'Field of a sale that contains the id its corrections refer to, such as source.externalId.',
    },
    'day-totals': {
      type: 'boolean',
      help: 'Also print totals per store, day and currency, by rate, tender and document type.',
    },
    'by-store': { type: 'boolean', help: 'Also print totals per store and currency over all days.' },
    format: { type: 'string', choices: FORMATS, help: 'Format of the report. Default text.' },
    'max-issues': { type: 'string', value: 'N', help: 'Report at most N issues, but count all of them.' },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const judged = judging(args, io);
  const { Ledger } = await import('../ledger/ledger.js');
  const files = new DocumentFiles();
  const book = new Ledger({
    originalField: pathOf(args.text('original-field')),
    dayTotals: args.flag('day-totals'),
    byStore: args.flag('by-store'),
    read: (source, range) => files.read(source, range),
  });
  try {
    const summary = await pass(judged, io, inputNames(args.positionals, io), (entry, value) => {
      const { source, index, line, column, text, range, valid, issues, error } = entry;
      const place = { source, index, line, column };
      if (!valid) {
        book.invalid(place, issues[0]?.message ?? error!.message);
        return;
      }
      const { shop, document } = judged.caseOf(value);
      // Bytes, because a string can be a slice that keeps a whole chunk of the input in memory.
      const stored = range ?? Buffer.from(text);
      book.add({ value, document: document as Transaction, stored, shop, place });
    });
    book.finish();
    await write(io.stdout, report(book, summary, args, io));
    for (const message of book.unreadable) await write(io.stderr, `receipt-rules ledger: ${oneLine(message)}\n`);
    if (summary.failures.length > 0 || book.unreadable.size > 0) return EXIT.unusable;
    return book.issues.some(({ severity }) => severity === 'error') ? EXIT.invalid : EXIT.ok;
  } finally {
    files.close();
  }
}

function pathOf(path: string | undefined): readonly string[] | undefined {
  const steps = path?.split('.');
  if (steps?.includes('') === true)
    throw new UsageError(`--original-field must be a path such as source.externalId, found '${path!}'.`);
  return steps;
}

/** Reads and validates every document, and calls `visit` for each. */
async function pass(
  { judge }: Judging,
  io: Io,
  names: readonly string[],
  visit: (entry: Entry, value: unknown) => void,
): Promise<Summary> {
  let value: unknown;
  const validate: Judging['judge']['validate'] = (read, text) => judge.validate((value = read), text);
  const reporter: Reporter = {
    ...noReporter(),
    entry: (entry) => {
      visit(entry, value);
      value = undefined;
      return '';
    },
  };
  const progress = new Progress(io.stderr);
  const output = new Output(io.stdout, async () => progress.hide());
  const parts = {
    command: 'ledger',
    judge: { ...judge, validate },
    failOn: 'error',
    reporter,
    output,
    progress,
    io,
  } as const;
  return new ValidationRun(parts).run(names);
}

function report(book: Ledger, summary: Summary, args: Arguments, io: Io): string {
  const format = args.choice('format', FORMATS);
  const most = args.wholeNumber('max-issues');
  const issues = book.issues.slice(0, most);
  const [dayTotals, storeTotals] = [book.dayTotals(), book.storeTotals()];
  const counts = {
    documents: book.documents,
    invalid: summary.invalid,
    errors: book.issues.filter(({ severity }) => severity === 'error').length,
    warnings: book.issues.filter(({ severity }) => severity === 'warning').length,
  };
  if (format === 'json') {
    const totals = {
      ...(args.flag('day-totals') && { dayTotals }),
      ...(args.flag('by-store') && { storeTotals }),
    };
    return `${JSON.stringify({ ...counts, issues, ...totals })}\n`;
  }
  if (format === 'ndjson') {
    const rows = [
      ...issues.map((issue) => ({ issue })),
      ...dayTotals.map((totals) => ({ dayTotals: totals })),
      ...storeTotals.map((totals) => ({ storeTotals: totals })),
      { summary: counts },
    ];
    return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
  const style = styles(wantsColour(io));
  const width = widthOf(io);
  const left = book.issues.length - issues.length;
  const lines = [
    ...issues.flatMap((issue) => issueLines(issue, style, width)),
    ...(left > 0 ? [`… and ${left} more`] : []),
    ...[...dayTotals, ...storeTotals].flatMap((totals) => totalLines(totals, style)),
  ];
  const paint = counts.errors > 0 || summary.failures.length > 0 ? style.red : style.green;
  const invalid = counts.invalid === 0 ? '' : ` and ${counts.invalid} invalid`;
  const last = `${counted(counts.documents, 'document')}${invalid}: ${counted(counts.errors, 'error')}, ${counted(counts.warnings, 'warning')}`;
  const text = [...lines, paint(last), ''].join('\n');
  return isAscii(io) ? inAscii(text) : text;
}

function issueLines(issue: LedgerIssue, style: Styles, width: number): string[] {
  const { severity, code, message, source, line, column } = issue;
  const paint = severity === 'error' ? style.red : style.yellow;
  const [first, ...more] = hanging(`  ${severity.padEnd(8)}${code}`, oneLine(message), COLUMN, width);
  const head = source === undefined ? [] : [style.bold(`${oneLine(source)}:${line!}:${column!}`)];
  return [...head, `  ${paint(severity)}${first!.slice(2 + severity.length)}`, ...more];
}

/** Prints amounts in minor units, as in the documents. */
function totalLines(totals: DayTotals, style: Styles): string[] {
  const { vendor, location, date, currency, count, rates, tenders } = totals;
  const { turnover, refunded, discounts, taxRounding, rounding, difference } = totals;
  const row = (name: string, figure: number | string, more = ''): string =>
    `  ${name.padEnd(24)}${String(figure).padStart(16)}${more}`;
  const head = [vendor, location, date, currency].filter((part) => part !== undefined).map(oneLine);
  return [
    '',
    style.bold(head.join('  ')),
    row(
      'documents',
      Object.entries(count)
        .map(([type, number]) => `${number} ${type}`)
        .join(', '),
    ),
    row('numbers', `${oneLine(totals.firstReceiptNumber)} to ${oneLine(totals.lastReceiptNumber)}`),
    row('turnover', turnover),
    row('refunded', refunded),
    ...rates.flatMap(({ rate, category, ...sums }) => [
      ...(sums.turnover === 0
        ? []
        : [row(`  ${rate} % ${category} turnover`, sums.turnover, `  tax ${sums.turnoverTax}`)]),
      ...(sums.refunded === 0
        ? []
        : [row(`  ${rate} % ${category} refunded`, sums.refunded, `  tax ${sums.refundedTax}`)]),
    ]),
    row('discounts', discounts),
    ...(taxRounding === 0 ? [] : [row('tax rounding', taxRounding)]),
    row('rounding', rounding),
    ...Object.entries(tenders).map(([method, amount]) => row(method, amount)),
    row('difference', difference),
    '',
  ];
}
