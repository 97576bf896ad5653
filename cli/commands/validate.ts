import { version } from '../../package.json';
import { packs } from '../../packs/index.js';
import {
  createRegistry,
  ISSUE_CODES,
  type Registry,
  type Severities,
  type Transaction,
  type ValidateOptions,
} from '../../src/index.js';
import { didYouMean, nearest } from '../../src/nearest.js';
import type { Arguments } from '../arguments.js';
import { wantsColour } from '../colour.js';
import type { Command, Io } from '../command.js';
import type { FailOn } from '../exit-code.js';
import { ERROR_CODES } from '../error-codes.js';
import { inputNames } from '../input.js';
import { Output } from '../output.js';
import { Progress } from '../progress.js';
import { styles } from '../report-lines.mjs';
import { jsonReporter } from '../reporters/json.js';
import { junitReporter } from '../reporters/junit.js';
import type { Reporter } from '../reporters/reporter.js';
import { sarifReporter } from '../reporters/sarif.js';
import { jsonSummaryReporter, noReporter, textSummaryReporter } from '../reporters/summary.js';
import { textReporter, type TextOptions } from '../reporters/text.js';
import { UsageError } from '../usage-error.js';
import { ValidationRun } from '../validation-run.js';

const FORMATS = ['text', 'json', 'sarif', 'junit'] as const;
const RATE_WINDOWS = ['off', 'warn', 'enforce'] as const;
const FAIL_ON = ['error', 'warning'] as const satisfies readonly FailOn[];
/** The fields of a line that hold text. */
const CLASS_FIELDS = [
  'category',
  'sku',
  'name',
  'unit',
  'taxCategory',
] as const satisfies readonly (keyof Transaction['items'][number])[];
const LEVELS = ['error', 'warning', 'off'] as const;
const WIDTH = 100;

/** `receipt-rules validate` */
export const validate: Command = {
  name: 'validate',
  summary: 'Validate documents from files or stdin.',
  usage: '[FILE…|-] --country CC [OPTION…]',
  details: `
Each FILE, or stdin for '-' or where no FILE is named, holds JSON documents one after the other
(a single document, NDJSON, pretty-printed or not) or arrays of documents. FILE may be a folder, of
which all .json, .ndjson and .jsonl files are read, or a pattern: * ? [ab] {a,b}, and ** for any
number of folders. What is packed by gzip is unpacked. Everything is streamed: size does not matter,
but one document may have at most 16 MiB; a larger one is passed over, and the exit code is 2.

A line or document that is not JSON is an invalid document (invalid_json, with its place in the
file), and reading goes on behind it. Fields are named as in the service's answers:
items[0].taxRate.

--format text   what is invalid or has warnings, in the order of the document: code, message, the
                line of JSON, and how to fix it where the code is new; a last line has the counts
--format json   one JSON object per line and document: {source, index, line, column, valid, error?,
                issues, warnings}, index counted from 0 within the source; for input that cannot be
                used {source, failure: {code, message}}
--format sarif  one SARIF 2.1.0 log, for code-scanning tools
--format junit  JUnit XML, a test case per document, in suites of at most 1,000

Exit codes: 0 all documents are valid; 1 some are not, or have warnings under --fail-on warning;
2 some input could not be used (unreadable, without any document, too large), or wrong usage. Where
the reader of the output leaves early (| head), the code tells of what was validated until then.
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
    'item-class-field': {
      type: 'string',
      value: 'NAME',
      help: 'The field of a line that names its class of goods, such as category, for rates that hold for one class.',
    },
    'fail-on': { type: 'string', choices: FAIL_ON, help: 'Whether warnings too make the exit code 1. Default error.' },
    severity: {
      type: 'string',
      multiple: true,
      value: 'CODE=LEVEL',
      help:
        'What a code, or the findings of a rule, counts as: error, warning or off; the id of a rule goes before the code. ' +
        'May be given several times.',
    },
    'max-issues': { type: 'string', value: 'N', help: 'Report at most N issues, and N warnings, of a document.' },
    format: { type: 'string', choices: FORMATS, help: 'Form of the report. Default text.' },
    summary: {
      type: 'boolean',
      help: 'Instead of the documents report how often each code was raised, and where first; as text or json.',
    },
    quiet: { type: 'boolean', help: 'Report nothing but input that cannot be used: the exit code tells the rest.' },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const registry = createRegistry(packs, { severities: severitiesOf(args) });
  const business = { country: countryOf(args, registry), multiLocation: args.flag('multi-location') };
  const options = validateOptions(args);
  const reporter = reporterFor(args, registry, io);
  const progress = args.flag('quiet') ? undefined : new Progress(io.stderr);
  const summary = await new ValidationRun({
    judge: {
      validate: (document) => registry.validate(document, business, options),
      maxWarnings: options.maxIssues,
    },
    failOn: args.choice('fail-on', FAIL_ON),
    reporter,
    output: new Output(io.stdout, async () => progress?.hide()),
    progress,
    io,
  }).run(inputNames(args.positionals, io));
  return summary.exitCode;
}

function validateOptions(args: Arguments): ValidateOptions {
  const field = args.text('item-class-field');
  return {
    rateWindows: args.choice('rate-windows', RATE_WINDOWS),
    maxIssues: args.wholeNumber('max-issues'),
    ...(field !== undefined && { itemClass: itemClassBy(field) }),
  };
}

function severitiesOf(args: Arguments): Severities | undefined {
  const given = args.list('severity');
  if (given.length === 0) return undefined;
  const known = new Set(packs.flatMap(({ rules }) => rules.flatMap(({ id, codes }) => [id, ...codes])));
  const pairs = given.map((text): [string, Severities[string]] => {
    const [key = '', value, ...more] = text.split('=');
    const level = LEVELS.find((each) => each === value);
    if (level === undefined || more.length > 0)
      throw new UsageError(`--severity takes CODE=${LEVELS.join('|')}, found '${text}'.`);
    if (!known.has(key) && !Object.hasOwn(ISSUE_CODES, key)) {
      const hint = didYouMean(nearest(key, [...known]));
      throw new UsageError(`--severity: '${key}' is neither a code nor the id of a rule.${hint}`);
    }
    return [key, level];
  });
  return Object.fromEntries(pairs);
}

function itemClassBy(name: string): NonNullable<ValidateOptions['itemClass']> {
  const field = CLASS_FIELDS.find((each) => each === name);
  if (field === undefined)
    throw new UsageError(`--item-class-field must be one of ${CLASS_FIELDS.join(', ')}, found '${name}'.`);
  return (item) => item[field];
}

/** @throws UsageError where no country, or one without a pack, was named */
export function countryOf(args: Arguments, registry: Registry): string {
  const country = args.text('country');
  const supported = registry.packs.map((pack) => pack.country);
  const all = `Supported: ${[...new Set(supported)].sort().join(', ')}.`;
  if (country === undefined) throw new UsageError(`--country is missing: the country of the business. ${all}`);
  if (registry.resolve(country) !== undefined) return country;
  const meant = supported.filter((each) => each === country.toUpperCase());
  throw new UsageError(`There is no rule pack for the country '${country}'.${didYouMean(meant)} ${all}`);
}

function reporterFor(args: Arguments, registry: Registry, io: Io): Reporter {
  const format = args.choice('format', FORMATS);
  const failOn = args.choice('fail-on', FAIL_ON);
  if (args.flag('quiet')) {
    if (args.flag('summary') || args.text('format') !== undefined)
      throw new UsageError('--quiet writes no report: leave out --summary and --format.');
    return noReporter();
  }
  const forPeople: TextOptions = {
    style: styles(wantsColour(io)),
    width: Math.min(io.stdout.columns ?? WIDTH, WIDTH),
    remedyOf: (code) => registry.explain(code)?.remedy ?? ERROR_CODES[code]?.remedy,
  };
  if (args.flag('summary')) {
    if (format === 'text') return textSummaryReporter(forPeople);
    if (format === 'json') return jsonSummaryReporter();
    throw new UsageError(`--summary goes with --format text and json, found '${format}'.`);
  }
  switch (format) {
    case 'text':
      return textReporter(forPeople);
    case 'json':
      return jsonReporter();
    case 'sarif':
      return sarifReporter(version, registry.packs);
    case 'junit':
      return junitReporter(failOn);
  }
}
