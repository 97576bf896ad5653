import type { Arguments } from '../arguments.js';
import { wantsColour } from '../colour.js';
import type { Command, Io } from '../command.js';
import { inputNames } from '../input.js';
import { forPeople, JUDGE_OPTIONS, judging } from '../judging.js';
import { Output } from '../output.js';
import { Progress } from '../progress.js';
import { drawingReporter } from '../reporters/drawing.js';
import { ValidationRun } from '../validation-run.js';

/** `receipt-rules show` */
export const show: Command = {
  name: 'show',
  summary: 'Draw documents as receipts, with their issues in the margin.',
  usage: '[FILE…|-] --country CC [OPTION…]',
  details: `
Reads documents as 'validate' does: JSON documents one after the other, arrays of them, folders,
patterns, gzip, or stdin. Draws each as a paper receipt in the language of its country, with issues
and warnings as numbered notes in the margin of their line, and with the remedy of each code on its
first occurrence.

Refunds and credit notes are drawn with a minus. A missing value is a dash.

Exit codes: 0 all documents are valid; 1 some are not, or have warnings under --fail-on warning;
2 some input is unusable (unreadable, without any document, too large), or wrong usage.
`,
  maxPositionals: Infinity,
  options: JUDGE_OPTIONS,
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const { registry, country, failOn, judge } = judging(args);
  let document: unknown;
  const validate = (value: unknown) => {
    document = value;
    return judge.validate(value);
  };
  const colour = wantsColour(io);
  const reporter = drawingReporter({ ...forPeople(registry, io), colour, country, document: () => document });
  const progress = new Progress(io.stderr);
  const output = new Output(io.stdout, async () => progress.hide());
  const parts = { command: 'show', judge: { ...judge, validate }, failOn, reporter, output, progress, io };
  const summary = await new ValidationRun(parts).run(inputNames(args.positionals, io));
  return summary.exitCode;
}
