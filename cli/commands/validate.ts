import { version } from '../../package.json';
import type { Registry } from '../../src/index.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { inputNames } from '../input.js';
import { failOnOf, forPeople, JUDGE_OPTIONS, judging } from '../judging.js';
import { Output } from '../output.js';
import { Progress } from '../progress.js';
import { jsonReporter } from '../reporters/json.js';
import { junitReporter } from '../reporters/junit.js';
import type { Reporter } from '../reporters/reporter.js';
import { sarifReporter } from '../reporters/sarif.js';
import { jsonSummaryReporter, noReporter, textSummaryReporter } from '../reporters/summary.js';
import { textReporter } from '../reporters/text.js';
import { UsageError } from '../usage-error.js';
import { ValidationRun } from '../validation-run.js';

const FORMATS = ['text', 'json', 'sarif', 'junit'] as const;

/** `receipt-rules validate` */
export const validate: Command = {
  name: 'validate',
  summary: 'Validate documents from files or stdin.',
  usage: '[FILE…|-] --country CC [OPTION…]',
  details: `
Each FILE has JSON documents one after the other (a single document, NDJSON, pretty-printed or not)
or arrays of documents. '-' is stdin, which is also read if no FILE is named. FILE may be a folder,
whose .json, .ndjson and .jsonl files are read, or a pattern: * ? [ab] {a,b}, and ** for any number
of folders. Files packed by gzip are unpacked. Everything is streamed: size does not matter, but one
document may have at most 16 MiB; a larger one is skipped, and the exit code is 2.

A line or document that is not JSON is an invalid document (invalid_json, with its place in the
file), and reading continues after it. Fields are named as in the service's answers:
items[0].taxRate.

--format text   documents that are invalid or have warnings, with code, message and line of JSON in
                the order of the document, and each remedy once; a last line has the counts
--format json   one JSON object per line and document: {source, index, line, column, valid, error?,
                issues, warnings}, index counted from 0 within the source; for input that cannot be
                used {source, failure: {code, message}}
--format sarif  one SARIF 2.1.0 log, for code-scanning tools
--format junit  JUnit XML, a test case per document, in suites of at most 1,000

Exit codes: 0 all documents are valid; 1 some are not, or have warnings under --fail-on warning;
2 some input could not be used (unreadable, without any document, too large), or wrong usage. If
the reader of the output ends early (| head), the code is for the documents validated until then.
`,
  maxPositionals: Infinity,
  options: {
    ...JUDGE_OPTIONS,
    format: { type: 'string', choices: FORMATS, help: 'Format of the report. Default text.' },
    summary: {
      type: 'boolean',
      help: 'Report how often each code was raised, and its first place, instead of the documents; as text or json.',
    },
    quiet: { type: 'boolean', help: 'Report only input that cannot be used; the exit code gives the result.' },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const { registry, failOn, judge } = judging(args);
  const reporter = reporterFor(args, registry, io);
  const progress = args.flag('quiet') ? undefined : new Progress(io.stderr);
  const output = new Output(io.stdout, async () => progress?.hide());
  const run = new ValidationRun({ command: 'validate', judge, failOn, reporter, output, progress, io });
  const summary = await run.run(inputNames(args.positionals, io));
  return summary.exitCode;
}

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
    throw new UsageError(`--summary goes with --format text and json, found '${format}'.`);
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
