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

/** Width of the messages on stderr, in columns. */
const WIDTH = 100;
const TAX_ROUNDING = ['line', 'group'] as const;
const CASH_ROUNDING = ['pack', 'none', 'nearest', 'down', 'up'] as const;

/** `receipt-rules complete` */
export const complete: Command = {
  name: 'complete',
  summary: 'Compute the figures that documents omit.',
  usage: '[FILE…|-] --country CC [OPTION…]',
  details: `
Reads documents like 'validate': a sequence of JSON documents (NDJSON, pretty-printed or not), or
arrays of them, from each FILE or from stdin. Computes the figures that a document omits: amounts,
tax, tax.summary, totals and cash rounding. Keeps the figures that it states.

Writes completed valid documents to stdout, one line of JSON each, and issues, warnings and counts
to stderr. With --unsigned, also writes documents that only lack the data of a control unit or
fiscal device, so that the device can sign them.

Exit codes: 0 all documents are complete and valid; 1 some are not; 2 some input is unusable
(unreadable, empty or too large), or the command line is wrong.
`,
  examples: ['drafts.ndjson --country SE > receipts.ndjson'],
  maxPositionals: Infinity,
  options: {
    ...BUSINESS_OPTIONS,
    'tax-rounding': {
      type: 'string',
      choices: TAX_ROUNDING,
      help: 'Round tax per line, or once per group of lines with the same rate. Default line.',
    },
    'cash-rounding': {
      type: 'string',
      choices: CASH_ROUNDING,
      help: 'How to round cash: pack follows the law; other values need a law that lets the seller choose. Default pack.',
    },
    recompute: { type: 'boolean', help: 'Discard the stated tax and totals, and recompute them.' },
    unsigned: { type: 'boolean', help: 'Also write documents that only lack fiscal data. The exit code is still 1.' },
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
  /**
   * Returns the completed document and clears it. Input that is not JSON sets no new document, so without clearing, the
   * previous document would be written again.
   */
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

/** Called before any input is read, so that the command immediately refuses a rounding that the law forbids. */
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
