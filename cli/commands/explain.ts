import { packs } from '../../packs/index.js';
import { COMPLETION_CODES } from '../../src/complete/codes.js';
import {
  createRegistry,
  explain as explainCode,
  ISSUE_CODES,
  type CodeExplanation,
  type RaisingRule,
  type Registry,
  type Shop,
} from '../../src/index.js';
import { didYouMean, nearest } from '../../src/text/nearest.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { ERROR_CODES, SCHEMA_CODES, WEBHOOK_CODES } from '../error-codes.js';
import { EXIT } from '../exit-code.js';
import { UsageError } from '../usage-error.js';
import { write } from '../write.js';
import { countryOf } from '../business.js';

/** `receipt-rules explain` */
export const explain: Command = {
  name: 'explain',
  summary: 'Explain what a code means, which rules raise it, and how to fix the document.',
  usage: 'CODE [--country CC] [--format text|json]',
  details: `CODE is the code of an issue, a warning or an error, such as invalid_rate.
Without --country, each rule is listed once, with the number of packs that have it.`,
  maxPositionals: 1,
  options: {
    country: { type: 'string', value: 'CC', help: 'The rules of one country, ISO 3166-1 alpha-2, such as SE.' },
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
  if (explanation === undefined) {
    if (Object.hasOwn(WEBHOOK_CODES, code)) {
      throw new UsageError(`${code} is a reason to refuse a webhook delivery: see the guide 'Receive webhooks'.`);
    }
    throw new UsageError(
      `Unknown code '${code}'.${didYouMean(nearest(code, known)) || ` The codes are ${known.join(', ')}.`}`,
    );
  }
  const json = args.choice('format', ['text', 'json']) === 'json';
  await write(
    io.stdout,
    json ? `${JSON.stringify(explanation, undefined, 2)}\n` : explanationText(explanation, country),
  );
  return EXIT.ok;
}

function knownCodes(): string[] {
  const ofPacks = packs.flatMap((pack) => pack.rules.flatMap((rule) => rule.codes));
  return [...new Set([...Object.keys(ERROR_CODES), ...Object.keys(ISSUE_CODES), ...ofPacks])];
}

function explained(code: string, from: Registry | Shop): CodeExplanation | undefined {
  const ofDocuments = Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined;
  return explainCode(from, code) ?? (ofDocuments && { code, ...ofDocuments, rules: [] });
}

function explanationText({ code, meaning, remedy, rules }: CodeExplanation, country: string | undefined): string {
  const head = `${code}\n\n${meaning}\nRemedy: ${remedy}\n\n`;
  const isOfSchema = Object.hasOwn(SCHEMA_CODES, code);
  if (rules.length > 0) {
    const also = isOfSchema ? ' the schema, at the fields it describes, and by' : '';
    return `${head}Raised by${also}\n${country === undefined ? everywhere(rules) : rules.map(ruleText).join('')}`;
  }
  if (isOfSchema) return `${head}Raised by the schema, at the fields it describes.\n`;
  if ((COMPLETION_CODES as readonly string[]).includes(code))
    return `${head}Raised by receipt-rule-packs/complete, when completing a draft or making or checking a correction.\n`;
  const isOfRule = packs.some((pack) => pack.rules.some((rule) => rule.codes.includes(code)));
  return isOfRule
    ? `${head}No rule of the pack of ${country} raises it.\n`
    : `${head}Raised before the rules of a pack run.\n`;
}

const ruleText = ({ pack, id, severity, summary, source }: RaisingRule): string =>
  `  ${pack} / ${id} (${severity})\n    ${summary}\n    Source: ${source}\n`;

/** Each rule once. If its text depends on the law, one pack's text serves as an example. */
function everywhere(rules: readonly RaisingRule[]): string {
  const groups = [...new Set(rules.map(({ id }) => id))].map((id) => rules.filter((rule) => rule.id === id));
  const varies = groups.some((same) => !isSame(same));
  return `${groups.map(groupText).join('')}${varies ? '\nUse --country CC for the text and the law of one country.\n' : ''}`;
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
