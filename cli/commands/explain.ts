import { packs } from '../../packs/index.js';
import { COMPLETION_CODES } from '../../src/issues/issue-codes.js';
import {
  createRegistry,
  explain as explainCode,
  ISSUE_CODES,
  type CodeExplanation,
  type RaisingRule,
  type Registry,
  type Shop,
} from '../../src/index.js';
import { whyOf } from '../../src/diagnose/cause-texts.js';
import { didYouMean, nearest } from '../../src/text/nearest.js';
import type { Arguments } from '../arguments.js';
import { CAUSE_TEXTS, type CauseText } from '../cause-texts.js';
import { CODE_EXAMPLES } from '../code-examples.js';
import type { Command, Io } from '../command.js';
import { ERROR_CODES, SCHEMA_CODES, WEBHOOK_CODES } from '../error-codes.js';
import { EXIT } from '../exit-code.js';
import { UsageError } from '../usage-error.js';
import { write } from '../write.js';
import { countryOf } from '../business.js';

/** `receipt-rules explain` */
export const explain: Command = {
  name: 'explain',
  summary: 'Explain what an issue code or a cause code means, and how to fix the document.',
  usage: 'CODE [--country CC] [--format text|json]',
  details: `CODE is the code of an issue, a warning or an error, such as invalid_rate, or a cause code,
such as tax_of_gross.
Without --country, lists each rule once, with the number of packs that contain it.`,
  examples: ['invalid_rate --country NO', 'tax_of_gross'],
  maxPositionals: 1,
  options: {
    country: { type: 'string', value: 'CC', help: "Only list this country's rules, such as SE or Norway." },
    format: { type: 'string', choices: ['text', 'json'], help: 'Default text.' },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [code] = args.positionals;
  const known = knownCodes();
  if (code === undefined) throw new UsageError(`CODE is missing. The codes are ${known.join(', ')}.`);
  const registry = createRegistry(packs);
  const country = args.text('country') === undefined ? undefined : countryOf(args, registry);
  const explanation = explained(code, country === undefined ? registry : registry.shop({ country }));
  const cause = causeOf(code);
  if (explanation === undefined && cause === undefined) {
    if (Object.hasOwn(WEBHOOK_CODES, code)) {
      throw new UsageError(`${code} is the code of a refused webhook delivery. See the guide 'Receive webhooks'.`);
    }
    throw new UsageError(
      `Unknown code '${code}'.${didYouMean(nearest(code, known)) || ` The codes are ${known.join(', ')}.`}`,
    );
  }
  const json = args.choice('format', ['text', 'json']) === 'json';
  await write(
    io.stdout,
    json
      ? `${JSON.stringify({ code, ...explanation, example: CODE_EXAMPLES[code], cause }, undefined, 2)}\n`
      : [
          ...(explanation === undefined ? [] : [explanationText(explanation, country)]),
          ...(cause === undefined ? [] : [causeText(code, cause)]),
        ].join('\n'),
  );
  return EXIT.ok;
}

function knownCodes(): string[] {
  const ofPacks = packs.flatMap((pack) => pack.rules.flatMap((rule) => rule.codes));
  return [
    ...new Set([...Object.keys(ERROR_CODES), ...Object.keys(ISSUE_CODES), ...ofPacks, ...Object.keys(CAUSE_TEXTS)]),
  ];
}

function explained(code: string, from: Registry | Shop): CodeExplanation | undefined {
  const ofDocuments = Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined;
  return explainCode(from, code) ?? (ofDocuments && { code, ...ofDocuments, rules: [] });
}

interface ExplainedCause extends CauseText {
  /** The evidence, as in the `why` of a cause. */
  readonly why: string;
}

function causeOf(code: string): ExplainedCause | undefined {
  if (!Object.hasOwn(CAUSE_TEXTS, code)) return undefined;
  const known = code as keyof typeof CAUSE_TEXTS;
  return { ...CAUSE_TEXTS[known], why: whyOf(known) };
}

function causeText(code: string, { title, why, repair }: ExplainedCause): string {
  const text = `${code}, a cause of issues\n\n${title}.\nEvidence: ${why}\nRepair: ${repair}\n`;
  return text.replaceAll('`', '');
}

function explanationText(
  { code, meaning, remedy, rules, docs = '' }: CodeExplanation,
  country: string | undefined,
): string {
  // A path without a host is useless in a terminal.
  const page = docs.startsWith('https:') ? `${docs}\n` : '';
  const head = `${code}\n\n${meaning}\nRemedy: ${remedy}\n${page}\n${exampleText(code)}`;
  const isOfSchema = Object.hasOwn(SCHEMA_CODES, code);
  if (rules.length > 0) {
    const also = isOfSchema ? ' the schema, for the fields that it describes, and by' : '';
    return `${head}Raised by${also}\n${country === undefined ? everywhere(rules) : rules.map(ruleText).join('')}`;
  }
  if (isOfSchema) return `${head}Raised by the schema, for the fields that it describes.\n`;
  if ((COMPLETION_CODES as readonly string[]).includes(code))
    return `${head}Raised by receipt-rule-packs/complete, for a draft, or when creating or checking a correction.\n`;
  const isOfRule = packs.some((pack) => pack.rules.some((rule) => rule.codes.includes(code)));
  return isOfRule
    ? `${head}The rules for ${country} do not raise it.\n`
    : `${head}Raised by checks that run before the rules.\n`;
}

/** Shows an example field before and after the remedy. */
function exampleText(code: string): string {
  const example = CODE_EXAMPLES[code];
  if (example === undefined) return '';
  const { field, before, after } = example;
  const shown = (value: unknown): string => (value === undefined ? '(absent)' : JSON.stringify(value));
  return `Before  ${field}: ${shown(before)}\nAfter   ${field}: ${shown(after)}\n\n`;
}

const ruleText = ({ pack, id, severity, summary, source }: RaisingRule): string =>
  `  ${pack} / ${id} (${severity})\n    ${summary}\n    Source: ${source}\n`;

/** Lists each rule once. If a rule's text depends on the law, shows one pack's text as an example. */
function everywhere(rules: readonly RaisingRule[]): string {
  const groups = [...new Set(rules.map(({ id }) => id))].map((id) => rules.filter((rule) => rule.id === id));
  const varies = groups.some((same) => !isSame(same));
  return `${groups.map(groupText).join('')}${varies ? '\nUse --country CC to see the text and source for one country.\n' : ''}`;
}

function groupText(same: readonly RaisingRule[]): string {
  const [first] = same;
  if (same.length === 1) return ruleText(first!);
  const example = isSame(same) ? '' : `, as in ${first!.pack}`;
  return ruleText({ ...first!, pack: `${same.length} packs${example}` });
}

const isSame = (rules: readonly RaisingRule[]): boolean =>
  rules.every(
    ({ severity, summary, source }) =>
      severity === rules[0]!.severity && summary === rules[0]!.summary && source === rules[0]!.source,
  );
