import { version } from '../../package.json';
import { packs } from '../../packs/index.js';
import { createRegistry, type Registry } from '../../src/index.js';
import { didYouMean } from '../../src/nearest.js';
import type { Arguments } from '../arguments.js';
import { wantsColour } from '../colour.js';
import type { Command, Io } from '../command.js';
import { exitCodeOf } from '../exit-code.js';
import { inputNames } from '../input.js';
import { Output } from '../output.js';
import { Progress } from '../progress.js';
import { jsonReporter } from '../reporters/json.js';
import { junitReporter } from '../reporters/junit.js';
import type { Reporter } from '../reporters/reporter.js';
import { sarifReporter } from '../reporters/sarif.js';
import { textReporter } from '../reporters/text.js';
import { UsageError } from '../usage-error.js';
import { ValidationRun } from '../validation-run.js';

const FORMATS = ['text', 'json', 'sarif', 'junit'] as const;
const RATE_WINDOWS = ['off', 'warn', 'enforce'] as const;

/** `receipt-rules validate` */
export const validate: Command = {
  name: 'validate',
  summary: 'Validate documents from files or stdin.',
  usage: '[FILE…|-] --country CC [OPTION…]',
  details: `
Each FILE, or stdin for '-' or where no FILE is named, holds JSON documents one after the other
(a single document, NDJSON, pretty-printed or not) or arrays of documents. It is streamed: size does
not matter, but one document may have at most 16 MiB; a larger one is passed over, and the exit code
is 2.

A text that is not JSON is an invalid document (invalid_json, with its place in the file), and
reading goes on at the next document that can be told. Fields are named as in the service's answers:
items[0].taxRate.

--format text   what is invalid or has warnings, as line:column, field, code and message, and a last
                line with counts
--format json   one JSON object per line and document: {source, index, line, column, valid, error?,
                issues, warnings}, index counted from 0 within the source; for input that cannot be
                used {source, failure: {code, message}}
--format sarif  one SARIF 2.1.0 log, for code-scanning tools
--format junit  JUnit XML, a test case per document, in suites of at most 1,000

Exit codes: 0 all documents are valid; 1 some are not; 2 some input could not be used (unreadable,
without any document, too large), or wrong usage. Where the reader of the output leaves early
(| head), the code tells of what was validated until then.
`,
  maxPositionals: Infinity,
  options: {
    country: { type: 'string', value: 'CC', help: "The business's country, ISO 3166-1 alpha-2, such as SE. Required." },
    'multi-location': { type: 'boolean', help: 'The business has several locations.' },
    'rate-windows': {
      type: 'string',
      choices: RATE_WINDOWS,
      help: 'Hold rates against the dates they were in force: not at all, as warnings, as issues. Default off.',
    },
    format: { type: 'string', choices: FORMATS, help: 'Form of the report. Default text.' },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const registry = createRegistry(packs);
  const business = { country: countryOf(args, registry), multiLocation: args.flag('multi-location') };
  const options = { rateWindows: args.choice('rate-windows', RATE_WINDOWS) };
  const files = inputNames(args.positionals, io);
  const progress = new Progress(io.stderr);
  const summary = await new ValidationRun({
    validate: (bytes) => registry.validateJson(bytes, business, options),
    reporter: reporterFor(args, registry, io),
    output: new Output(io.stdout, () => progress.hide()),
    progress,
    io,
  }).run(files);
  return exitCodeOf(summary);
}

function countryOf(args: Arguments, registry: Registry): string {
  const country = args.text('country');
  const supported = registry.packs.map((pack) => pack.country);
  const all = `Supported: ${[...new Set(supported)].sort().join(', ')}.`;
  if (country === undefined) throw new UsageError(`--country is missing: the country of the business. ${all}`);
  if (registry.resolve(country) !== undefined) return country;
  const meant = supported.filter((each) => each === country.toUpperCase());
  throw new UsageError(`There is no rule pack for the country '${country}'.${didYouMean(meant)} ${all}`);
}

function reporterFor(args: Arguments, registry: Registry, io: Io): Reporter {
  switch (args.choice('format', FORMATS)) {
    case 'text':
      return textReporter(wantsColour(io));
    case 'json':
      return jsonReporter();
    case 'sarif':
      return sarifReporter(version, registry.packs);
    case 'junit':
      return junitReporter();
  }
}
