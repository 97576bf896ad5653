import type { Arguments } from '../arguments.js';
import type { Case } from '../cases.js';
import type { Command, Io } from '../command.js';
import { inputNames } from '../input.js';
import { causesFor, COUNTRY_OPTIONS, forPeople, ISSUES_OPTION, JUDGE_OPTIONS, judging } from '../judging.js';
import { Output } from '../output.js';
import { Progress } from '../progress.js';
import { drawingReporter } from '../reporters/drawing.js';
import { isAscii, wantsColour } from '../terminal.js';
import { ValidationRun } from '../validation-run.js';

/** `receipt-rules show` */
export const show: Command = {
  name: 'show',
  summary: 'Draw documents as receipts, with the causes of their issues in the margin.',
  usage: '[FILE…|-] [--country CC] [OPTION…]',
  details: `
Reads documents like 'validate': a sequence of JSON documents, arrays of them, folders, patterns,
gzip, or stdin. Draws each as a paper receipt in its country's language. Numbered notes in the
margin say what is wrong with a line: the causes if the document fails, in at most three lines each,
otherwise its warnings. Notes make a receipt at most a third longer; the rest are only counted.
With --issues, shows every issue, and the remedy for each code once.

Amounts of refunds and credit notes have a minus sign. A dash means that a value is missing.

Exit codes: 0 all documents are valid; 1 some are not, or have warnings with --fail-on warning;
2 some input is unusable (unreadable, empty or too large), or the command line is wrong.
`,
  examples: ['receipt.json --country SE'],
  maxPositionals: Infinity,
  options: { ...JUDGE_OPTIONS, ...COUNTRY_OPTIONS, ...ISSUES_OPTION },
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const { registry, failOn, judge, caseOf } = judging(args, io);
  let drawn: Case | undefined;
  const validate = (value: unknown) => {
    drawn = caseOf(value);
    return judge.validate(value);
  };
  const colour = wantsColour(io);
  const ascii = isAscii(io);
  const reporter = drawingReporter({
    ...forPeople(registry, io),
    colour,
    ascii,
    isWhole: args.flag('issues'),
    country: () => drawn!.shop.business.country,
    document: () => drawn!.document,
  });
  const progress = new Progress(io.stderr);
  const output = new Output(io.stdout, async () => progress.hide());
  const causes = args.flag('issues') ? undefined : causesFor({ judge, caseOf });
  const parts = { command: 'show', judge: { ...judge, validate }, causes, failOn, reporter, output, progress, io };
  const summary = await new ValidationRun(parts).run(inputNames(args.positionals, io));
  return summary.exitCode;
}
