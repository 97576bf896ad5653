import { packs } from '../../packs/index.js';
import { createRegistry, ISSUE_CODES, type CodeExplanation } from '../../src/index.js';
import { didYouMean, nearest } from '../../src/nearest.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import { ERROR_CODES, WEBHOOK_CODES } from '../error-codes.js';
import { EXIT } from '../exit-code.js';
import { UsageError } from '../usage-error.js';
import { write } from '../write.js';

/** `receipt-rules explain` */
export const explain: Command = {
  name: 'explain',
  summary: 'Tell what a code means, which rules raise it, and how to mend the document.',
  usage: 'CODE [--format text|json]',
  details: 'CODE is a code of an issue, a warning or an error, such as invalid_rate.',
  maxPositionals: 1,
  options: { format: { type: 'string', choices: ['text', 'json'], help: 'Default text.' } },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [code] = args.positionals;
  const known = knownCodes();
  if (code === undefined) throw new UsageError(`CODE is missing. The codes are ${known.join(', ')}.`);
  const explanation = explained(code);
  if (explanation === undefined) {
    if (Object.hasOwn(WEBHOOK_CODES, code)) {
      throw new UsageError(
        `${code} tells why a webhook delivery was refused: the guide 'Receive webhooks' explains it.`,
      );
    }
    throw new UsageError(
      `Unknown code '${code}'.${didYouMean(nearest(code, known)) || ` The codes are ${known.join(', ')}.`}`,
    );
  }
  const json = args.choice('format', ['text', 'json']) === 'json';
  await write(io.stdout, json ? `${JSON.stringify(explanation, undefined, 2)}\n` : explanationText(explanation));
  return EXIT.ok;
}

function knownCodes(): string[] {
  const ofPacks = packs.flatMap((pack) => pack.rules.flatMap((rule) => rule.codes));
  return [...new Set([...Object.keys(ERROR_CODES), ...Object.keys(ISSUE_CODES), ...ofPacks])];
}

function explained(code: string): CodeExplanation | undefined {
  const ofIssues = createRegistry(packs).explain(code);
  const ofDocuments = Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined;
  return ofIssues ?? (ofDocuments && { code, ...ofDocuments, rules: [] });
}

function explanationText({ code, meaning, remedy, rules }: CodeExplanation): string {
  const raised = rules.map(
    ({ pack, id, severity, summary, source }) =>
      `  ${pack} / ${id} (${severity})\n    ${summary}\n    Source: ${source}\n`,
  );
  const by =
    rules.length === 0 ? 'Raised by the schema or the reading of the text, by no rule of a pack.\n' : 'Raised by\n';
  return `${code}\n\n${meaning}\nRemedy: ${remedy}\n\n${by}${raised.join('')}`;
}
