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
Each FILE contains JSON documents one after the other (a single document, NDJSON, pretty-printed or
not) or arrays of documents. '-' is stdin, also the default without FILE. FILE may be a folder, to
read its .json, .ndjson and .jsonl files, or a pattern: * ? [ab] {a,b}, and ** for any number of
folders. Gzip files are unpacked. Input is streamed, so its size does not matter, but a document may
have at most 16 MiB; a larger one is skipped, and the exit code is 2.

A line or document that is not JSON is an invalid document (invalid_json, with its position in the
file), and reading continues after it. Fields are named as in the service's responses:
items[0].taxRate.

--format text   documents that are invalid or have warnings, with code, message and line of JSON in
                the order of the document, and each remedy once; the last line has the counts
--format json   one JSON object per line and document: {source, index, line, column, valid, error?,
                issues, warnings}, index counted from 0 within the source; for unusable input
                {source, failure: {code, message}}
--format sarif  one SARIF 2.1.0 log, for code-scanning tools
--format junit  JUnit XML, one test case per document, in suites of at most 1,000

Exit codes: 0 all documents are valid; 1 some are not, or have warnings under --fail-on warning;
2 some input is unusable (unreadable, without any document, too large), or wrong usage. If the
reader of the output ends early (| head), the code covers the documents validated until then.
`,
  maxPositionals: Infinity,
  options: {
    ...JUDGE_OPTIONS,
    format: { type: 'string', choices: FORMATS, help: 'Format of the report. Default text.' },
    summary: {
      type: 'boolean',
      help: 'Report the count and first position of each code instead of the documents; as text or json.',
    },
    quiet: { type: 'boolean', help: 'Report only unusable input; the exit code gives the result.' },
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
