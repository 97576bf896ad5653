import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { version } from '../../package.json';
import type { Registry, ValidationResult } from '../../src/index.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { fileNames } from '../file-names.js';
import { inputNames } from '../input.js';
import {
  causesFor,
  COUNTRY_OPTIONS,
  failOnOf,
  forPeople,
  ISSUES_OPTION,
  JUDGE_OPTIONS,
  judging,
  type Judging,
} from '../judging.js';
import { Output } from '../output.js';
import { Progress } from '../progress.js';
import { jsonReporter } from '../reporters/json.js';
import { junitReporter } from '../reporters/junit.js';
import type { Reporter } from '../reporters/reporter.js';
import { sarifReporter } from '../reporters/sarif.js';
import { jsonSummaryReporter, noReporter, textSummaryReporter } from '../reporters/summary.js';
import { textReporter } from '../reporters/text.js';
import { isFaulty as mayHaveCauses } from '../faulty.js';
import { FIX_LEVELS } from '../fix/levels.js';
import { inAscii, isAscii } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { write } from '../write.js';
import { ValidationRun, type Fixing } from '../validation-run.js';

const POLL_MS = 300;
const CLEAR_SCREEN = '\u001b[2J\u001b[3J\u001b[H';
const FORMATS = ['text', 'json', 'sarif', 'junit'] as const;

/** `receipt-rules validate` */
export const validate: Command = {
  name: 'validate',
  summary: 'Validate documents from files or stdin.',
  usage: '[FILE…|-] [--country CC] [OPTION…]',
  details: `
Each FILE contains a sequence of JSON documents (one document, NDJSON, pretty-printed or not) or
arrays of documents. '-' means stdin, which is also the default. FILE may be a folder, whose .json,
.ndjson and .jsonl files are read, or a pattern: * ? [ab] {a,b}, and ** for any number of folders.
Gzip files are unpacked. Input is streamed and may have any size, but documents larger than 16 MiB
are skipped, and the exit code is then 2.

A line or document that is not JSON counts as an invalid document (invalid_json, with its position
in the file), and reading continues after it. Fields are written as in the service's responses:
items[0].taxRate.

One mistake often raises several issues, so the report lists the causes if a document fails or its
figures do not agree. Each cause has a number, a confidence (certain, likely, choose), the number of
issues that it explains, and a change: the field, the value found and the correct value.

Without --country, the country is detected from the currency, scheme and rates of the first
document. Unless exactly one country fits, the candidates are listed, and the exit code is 2.

--fix replaces each FILE that contains one document or an array of documents; repaired NDJSON, gzip
and stdin go to stdout. Only repaired values change: white space, order and the notation of other
numbers stay. The report goes to stderr, and the exit code is that of the repaired documents. Links,
read-only files, and files that changed in the meantime are left alone, and the exit code is 2.

--format text   invalid documents and documents with warnings, with their causes (with --issues:
                code, message and line of JSON) in document order; the last line has the counts
--format json   one line of JSON per document: {source, index, line, column, valid, error?, issues,
                warnings, causes?}, where index starts at 0 in each source; for unusable input
                {source, failure: {code, message}}. Apply causes in the listed order
--format sarif  a SARIF 2.1.0 log with fixes, for code-scanning tools
--format junit  JUnit XML, one test case per document, in suites of at most 1,000

Exit codes: 0 all documents are valid; 1 some are not, or have warnings with --fail-on warning;
2 some input is unusable (unreadable, empty or too large), or the command line is wrong. If the
output is closed early (| head), the exit code covers the documents validated so far.
`,
  examples: [
    'receipts.ndjson --country SE',
    'receipt.json --country Norway --fix --dry-run',
    "'exports/**/*.json' --stored --format sarif > receipts.sarif",
  ],
  maxPositionals: Infinity,
  options: {
    ...JUDGE_OPTIONS,
    ...COUNTRY_OPTIONS,
    ...ISSUES_OPTION,
    fix: {
      type: 'boolean',
      choices: FIX_LEVELS,
      help:
        'Apply certain repairs; with likely, also likely repairs; with recompute, also recompute figures ' +
        'that no single mistake explains. Never applies repairs that need a choice.',
    },
    'dry-run': { type: 'boolean', help: 'With --fix: print the changes as a unified diff instead of writing them.' },
    format: { type: 'string', choices: FORMATS, help: 'Format of the report. Default text.' },
    watch: { type: 'boolean', help: 'Validate again whenever a FILE changes, until stopped.' },
    summary: {
      type: 'boolean',
      help: 'Report the count and first position of each code, as text or json, instead of each document.',
    },
    quiet: { type: 'boolean', help: 'Report only unusable input; the exit code states the result.' },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  if (!args.flag('watch')) return (await runOnce(args, io)).exitCode;
  const names = inputNames(args.positionals, io);
  if (names.includes('-')) throw new UsageError('--watch needs FILE, because stdin can only be read once.');
  if (args.flag('fix') || args.text('fix') !== undefined)
    throw new UsageError('--watch cannot be combined with --fix.');
  for (;;) {
    const before = await stateOf(names);
    if (io.stdout.isTTY === true && io.env.TERM !== 'dumb') await write(io.stdout, CLEAR_SCREEN);
    const { exitCode, isClosed } = await runOnce(args, io);
    if (isClosed) return exitCode;
    await changed(names, before);
  }
}

/** Waits until files change, and then until they stop changing: while a file is being written, it is briefly empty. */
async function changed(names: readonly string[], before: string): Promise<void> {
  for (let last = before; ;) {
    await setTimeout(POLL_MS);
    const now = await stateOf(names);
    if (now === last && now !== before) return;
    last = now;
  }
}

/** Changes whenever a file is changed, added or deleted. Polled, because file system events differ by platform. */
async function stateOf(names: readonly string[]): Promise<string> {
  const states: string[] = [];
  for (const name of names) {
    try {
      for await (const file of fileNames(name)) {
        const { mtimeMs, size } = await stat(file);
        states.push(`${file} ${mtimeMs} ${size}`);
      }
    } catch {
      states.push(name);
    }
  }
  return states.join('\n');
}

async function runOnce(args: Arguments, io: Io): Promise<{ readonly exitCode: number; readonly isClosed: boolean }> {
  const { registry, failOn, judge, caseOf } = judging(args, io);
  const reporter = reporterFor(args, registry, io);
  const progress = args.flag('quiet') ? undefined : new Progress(io.stderr);
  const fixing = await fixingFor(args, { failOn, judge, caseOf }, io);
  const form = args.choice('format', FORMATS) === 'text' && isAscii(io) ? inAscii : undefined;
  const output = new Output(fixing === undefined ? io.stdout : io.stderr, async () => progress?.hide(), form);
  const causes = wantsCauses(args) ? causesFor({ judge, caseOf }) : undefined;
  const run = new ValidationRun({ command: 'validate', judge, causes, fixing, failOn, reporter, output, progress, io });
  const summary = await run.run(inputNames(args.positionals, io));
  return { exitCode: summary.exitCode, isClosed: output.closed };
}

/** @throws UsageError for --dry-run without --fix */
async function fixingFor(
  args: Arguments,
  { failOn, judge, caseOf }: Omit<Judging, 'registry'>,
  io: Io,
): Promise<Fixing | undefined> {
  const level = args.flagChoice('fix', FIX_LEVELS);
  const isDryRun = args.flag('dry-run');
  if (level === undefined) {
    if (isDryRun) throw new UsageError('--dry-run needs --fix, because nothing is written without it.');
    return undefined;
  }
  const [{ fixDocument }, { Rewrite }] = await Promise.all([
    import('../fix/fix-document.js'),
    import('../fix/rewrite.js'),
  ]);
  const validate = (value: unknown, text: string) => judge.validate(value, text) as ValidationResult;
  const isFaulty = ({ valid, warnings }: ValidationResult) => mayHaveCauses(valid, warnings, failOn);
  return {
    open: (file, source) => Rewrite.open(file, source, io.stdout, isDryRun),
    fix: async (frame) => fixDocument(frame, frame.place, { level, caseOf, validate, isFaulty }),
  };
}

/** False for reports that consist of issues, counts or only the exit code. */
const wantsCauses = (args: Arguments): boolean => !args.flag('issues') && !args.flag('summary') && !args.flag('quiet');

function reporterFor(args: Arguments, registry: Registry, io: Io): Reporter {
  const format = args.choice('format', FORMATS);
  const failOn = failOnOf(args);
  if (args.flag('quiet')) {
    if (args.flag('summary') || args.text('format') !== undefined)
      throw new UsageError('--quiet cannot be combined with --summary or --format.');
    return noReporter();
  }
  if (args.flag('summary')) {
    if (format === 'text') return textSummaryReporter(forPeople(registry, io));
    if (format === 'json') return jsonSummaryReporter();
    throw new UsageError(`--summary requires --format text or json, found '${format}'.`);
  }
  switch (format) {
    case 'text':
      return textReporter(forPeople(registry, io));
    case 'json':
      return jsonReporter();
    case 'sarif':
      return sarifReporter(version, registry.packs);
    case 'junit':
      return junitReporter(failOn);
  }
}
