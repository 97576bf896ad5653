import { packs } from '../packs/index.js';
import {
  createRegistry,
  explain,
  ISSUE_CODES,
  type Registry,
  type Severities,
  type Transaction,
  type ValidateOptions,
} from '../src/index.js';
import { countKeys, mostKeys } from '../src/document/repeated-keys.js';
import { didYouMean, nearest } from '../src/text/nearest.js';
import type { Arguments } from './arguments.js';
import { BUSINESS_OPTIONS, businessOf } from './business.js';
import { wantsColour } from './colour.js';
import type { Io, OptionSpec } from './command.js';
import { ERROR_CODES } from './error-codes.js';
import type { FailOn } from './exit-code.js';
import type { Judge } from './judge.js';
import { styles } from './report-lines.mjs';
import type { TextOptions } from './reporters/text.js';
import { UsageError } from './usage-error.js';

const RATE_WINDOWS = ['off', 'warn', 'enforce'] as const;
const FAIL_ON = ['error', 'warning'] as const satisfies readonly FailOn[];
/** The text fields of a line. */
const CLASS_FIELDS = [
  'category',
  'sku',
  'name',
  'unit',
  'taxCategory',
] as const satisfies readonly (keyof Transaction['items'][number])[];
const LEVELS = ['error', 'warning', 'off'] as const;
/** The maximum width of a report for people. */
const WIDTH = 100;

/** The options of `validate` and `show` that decide how documents are validated. */
export const JUDGE_OPTIONS = {
  ...BUSINESS_OPTIONS,
  'rate-windows': {
    type: 'string',
    choices: RATE_WINDOWS,
    help: 'Check rates against their effective dates: off, warn or enforce. Default warn.',
  },
  'product-tax-class-field': {
    type: 'string',
    value: 'NAME',
    help: 'The line field that holds the product tax class, such as category, for rates limited to one class.',
  },
  'fail-on': { type: 'string', choices: FAIL_ON, help: 'Whether warnings also give exit code 1. Default error.' },
  severity: {
    type: 'string',
    multiple: true,
    value: 'CODE=LEVEL',
    help:
      'The severity of a code, or of the issues of a rule: error, warning or off. A rule id takes precedence over a code. ' +
      'Repeatable.',
  },
  'max-issues': { type: 'string', value: 'N', help: 'Report at most N issues, and N warnings, of a document.' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export interface Judging {
  readonly registry: Registry;
  readonly country: string;
  readonly failOn: FailOn;
  readonly judge: Judge;
}

/** @throws UsageError for options that have no effect together */
export function judging(args: Arguments): Judging {
  const registry = createRegistry(packs, { severities: severitiesOf(args) });
  const business = businessOf(args, registry);
  const { country } = business;
  const options = validateOptions(args);
  const validate = (document: unknown, text?: string) =>
    text === undefined || mostKeys(text) === countKeys(document)
      ? registry.validate(document, business, options)
      : registry.validateJson(text, business, options);
  return { registry, country, failOn: failOnOf(args), judge: { validate, maxWarnings: options.maxIssues } };
}

export const failOnOf = (args: Arguments): FailOn => args.choice('fail-on', FAIL_ON);

/** The options of a report for people. */
export function forPeople(registry: Registry, io: Io): TextOptions {
  return {
    style: styles(wantsColour(io)),
    width: Math.min(io.stdout.columns ?? WIDTH, WIDTH),
    remedyOf: (code) => explain(registry, code)?.remedy ?? ERROR_CODES[code]?.remedy,
  };
}

function validateOptions(args: Arguments): ValidateOptions {
  const field = args.text('product-tax-class-field');
  return {
    rateWindows: args.choice('rate-windows', RATE_WINDOWS),
    maxIssues: args.wholeNumber('max-issues'),
    ...(field !== undefined && { productTaxClass: productTaxClassBy(field) }),
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

function productTaxClassBy(name: string): NonNullable<ValidateOptions['productTaxClass']> {
  const field = CLASS_FIELDS.find((each) => each === name);
  if (field === undefined)
    throw new UsageError(`--product-tax-class-field must be one of ${CLASS_FIELDS.join(', ')}, found '${name}'.`);
  return (item) => item[field];
}
