import { packs } from '../../packs/index.js';
import { complete as completeDraft, type Draft } from '../../src/complete/index.js';
import { createRegistry, explain, UsageError as MisuseError, type Registry, type Shop } from '../../src/index.js';
import type { Arguments } from '../arguments.js';
import type { Command, Io } from '../command.js';
import type { Entry } from '../entry.js';
import { inputNames } from '../input.js';
import { BUSINESS_OPTIONS, businessOf } from '../business.js';
import { Output } from '../output.js';
import { Progress } from '../progress.js';
import type { Reporter } from '../reporters/reporter.js';
import { textReporter } from '../reporters/text.js';
import { styles } from '../report-lines.mjs';
import { UsageError } from '../usage-error.js';
import { ValidationRun } from '../validation-run.js';

/** The width of the messages on stderr. */
const WIDTH = 100;
const TAX_ROUNDING = ['line', 'group'] as const;
const CASH_ROUNDING = ['pack', 'none', 'nearest', 'down', 'up'] as const;

/** `receipt-rules complete` */
export const complete: Command = {
  name: 'complete',
  summary: 'Compute the figures that documents omit.',
  usage: '[FILE…|-] --country CC [OPTION…]',
  details: `
Reads documents as 'validate' does: JSON documents one after the other (NDJSON, pretty-printed or
not), or arrays of them, from each FILE or from stdin. Computes the figures that a document omits:
amounts, tax, tax.summary, totals, cash rounding. Stated figures are kept.

Valid completed documents go to stdout, one line of JSON each. Issues of the others, warnings and
counts go to stderr. With --unsigned, documents that lack only the data of the control unit or
fiscal device go to stdout too: their figures are what the device signs.

Exit codes: 0 all documents are complete and valid; 1 some are not; 2 some input is unusable
(unreadable, without any document, too large), or wrong usage.
`,
  maxPositionals: Infinity,
  options: {
    ...BUSINESS_OPTIONS,
    'tax-rounding': {
      type: 'string',
      choices: TAX_ROUNDING,
      help: 'Round tax on each line, or on the sum of the lines of each rate. Default line.',
    },
    'cash-rounding': {
      type: 'string',
      choices: CASH_ROUNDING,
      help: 'Round cash as the law requires; nearest, down and up if the law leaves it to the seller. Default pack.',
    },
    recompute: { type: 'boolean', help: 'Discard the stated tax and totals, and recompute them.' },
    unsigned: { type: 'boolean', help: 'Also write documents that lack only fiscal data. The exit code stays 1.' },
  },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const registry = createRegistry(packs);
  const shop = shopOf(args, registry);
  const recompute = args.flag('recompute');
  const writesUnsigned = args.flag('unsigned');
  const files = inputNames(args.positionals, io);
  const progress = new Progress(io.stderr);
  const said = new Output(io.stderr, () => progress.hide());
  let document: unknown;
  /** The last validated document, once: text that is not JSON is not validated. */
  const taken = (): unknown => {
    const last = document;
    document = undefined;
    return last;
  };
  const report = textReporter({
    style: styles(false),
    width: WIDTH,
    remedyOf: (code) => explain(registry, code)?.remedy,
  });
  const summary = await new ValidationRun({
    command: 'complete',
    judge: {
      validate: (draft) => {
        const result = completeDraft(shop, draft as Draft, { recompute });
        document = result.valid ? result.transaction : writesUnsigned ? result.unsigned : undefined;
        return result;
      },
    },
    failOn: 'error',
    reporter: twofold(report, said, taken),
    output: new Output(io.stdout, () => progress.hide()),
    progress,
    io,
  }).run(files);
  await said.flush();
  return summary.exitCode;
}

/** Runs before anything is read: the law may not leave the rounding to the seller. */
function shopOf(args: Arguments, registry: Registry): Shop {
  const business = businessOf(args, registry);
  const taxRounding = args.choice('tax-rounding', TAX_ROUNDING);
  const cashRounding = args.choice('cash-rounding', CASH_ROUNDING);
  try {
    return registry.shop(business, { taxRounding, cashRounding });
  } catch (error) {
    if (!(error instanceof MisuseError)) throw error;
    throw new UsageError(`--cash-rounding: ${error.message.replace('options.cashRounding', 'it')}.`);
  }
}

/** Writes documents to one output and messages about them to another. */
function twofold(text: Reporter, said: Output, document: () => unknown): Reporter {
  return {
    start: () => '',
    entry: (entry: Entry) => {
      said.add(text.entry(entry));
      const written = document();
      return written === undefined ? '' : `${JSON.stringify(written)}\n`;
    },
    failure: () => '',
    finish: (summary) => {
      said.add(text.finish(summary));
      return '';
    },
  };
}
