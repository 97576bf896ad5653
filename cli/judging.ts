import { packs } from '../packs/index.js';
import {
  createRegistry,
  explain,
  ISSUE_CODES,
  type Registry,
  type Severities,
  type Transaction,
  type ValidateOptions,
  type ValidationResult,
} from '../src/index.js';
import { countKeys, mostKeys } from '../src/document/repeated-keys.js';
import { didYouMean, nearest } from '../src/text/nearest.js';
import type { Arguments } from './arguments.js';
import { BUSINESS_OPTIONS } from './business.js';
import { Cases, type Case } from './cases.js';
import { wantsColour, widthOf } from './terminal.js';
import type { Io, OptionSpec } from './command.js';
import { ERROR_CODES } from './error-codes.js';
import type { FailOn } from './exit-code.js';
import type { Judge } from './judge.js';
import { styles } from './report-lines.mjs';
import type { TextOptions } from './reporters/text.js';
import { UsageError } from './usage-error.js';
import type { RunParts } from './validation-run.js';
import { write } from './write.js';

const RATE_WINDOWS = ['warn', 'off', 'enforce'] as const;
const FAIL_ON = ['error', 'warning'] as const satisfies readonly FailOn[];
/** Fields of a line that may contain the product tax class. */
const CLASS_FIELDS = [
  'category',
  'sku',
  'name',
  'unit',
  'taxCategory',
] as const satisfies readonly (keyof Transaction['items'][number])[];
const LEVELS = ['error', 'warning', 'off'] as const;
/** The options for validation, shared by `validate` and `show`. */
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
    help: 'Line field that contains the product tax class, such as category. Some rates apply only to certain classes.',
  },
  'fail-on': { type: 'string', choices: FAIL_ON, help: 'Lowest severity that causes exit code 1. Default error.' },
  severity: {
    type: 'string',
    multiple: true,
    value: 'CODE=LEVEL',
    help:
      'Set the severity of a code or rule id to error, warning or off. A rule id takes precedence over a code. ' +
      'Repeatable.',
  },
  'max-issues': { type: 'string', value: 'N', help: 'Report at most N issues and N warnings per document.' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** Options that say where each document names its country. */
export const COUNTRY_OPTIONS = {
  stored: {
    type: 'boolean',
    help: 'Documents are in the form that the service returns, with the country in vendor.country.',
  },
  'country-field': {
    type: 'string',
    value: 'PATH',
    help: 'Field that contains the country of each document, such as metadata.country. Documents without it need --country.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The option for users who want to see every issue. */
export const ISSUES_OPTION = {
  issues: {
    type: 'boolean',
    help: 'Report every issue, with its position and remedy, instead of causes. Faster if many documents fail.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export interface Judging {
  readonly registry: Registry;
  readonly failOn: FailOn;
  readonly judge: Judge;
  /** Returns the shop to validate a document for, and the document as sent. */
  readonly caseOf: (document: unknown) => Case;
}

/** @throws UsageError if options conflict */
export function judging(args: Arguments, io: Io): Judging {
  const registry = createRegistry(packs, { severities: severitiesOf(args) });
  const options = validateOptions(args);
  const cases = new Cases(args, registry, options);
  const judge: Judge = {
    prepare: async (document) => {
      const found = await cases.prepare(document);
      if (found !== undefined && !args.flag('quiet')) await write(io.stderr, `validated as ${found}\n`);
    },
    validate: (value, text) => {
      const { shop, document, fault } = cases.caseOf(value);
      if (fault !== undefined) return fault;
      return text === undefined || document !== value || mostKeys(text) === countKeys(value)
        ? shop.validate(document)
        : shop.validateJson(text);
    },
    failOn: failOnOf(args),
    maxIssues: args.wholeNumber('max-issues'),
  };
  return { registry, failOn: failOnOf(args), judge, caseOf: (document) => cases.caseOf(document) };
}

/** Loads the diagnosis when the first document fails, because it is as large as the rest of the program. */
export function causesFor({ judge, caseOf }: Pick<Judging, 'judge' | 'caseOf'>): NonNullable<RunParts['causes']> {
  return async ({ text, value, place }) => {
    const { causesOf } = await import('./causes.js');
    const { shop, document, fault } = caseOf(value);
    const result = judge.validate(value, text) as ValidationResult;
    return fault === undefined ? causesOf(shop, { text, value, place, document, result }) : [];
  };
}

export const failOnOf = (args: Arguments): FailOn => args.choice('fail-on', FAIL_ON);

/** Options for a human-readable report. */
export function forPeople(registry: Registry, io: Io): TextOptions {
  return {
    style: styles(wantsColour(io)),
    width: widthOf(io),
    remedyOf: (code) => explain(registry, code)?.remedy ?? ERROR_CODES[code]?.remedy,
  };
}

function validateOptions(args: Arguments): ValidateOptions {
  const field = args.text('product-tax-class-field');
  return {
    rateWindows: args.choice('rate-windows', RATE_WINDOWS),
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
      throw new UsageError(`--severity: '${key}' is neither a code nor a rule id.${hint}`);
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
