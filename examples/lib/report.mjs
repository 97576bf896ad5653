/** Prints verdicts for people: what was found, receipt by receipt, and how to mend it where a code first appears. */
import { hanging, issuePrinter, styles, wrap } from '../../cli/report-lines.mjs';
import { differences, validateReceipt, verdictOf } from './verdicts.mjs';

const AMOUNT_WIDTH = 14;

/** Validates all receipts and prints what came out; gives the exit code, 0 where every verdict is as recorded. */
export function report(registry, receipts, { print, width, colour }) {
  const style = styles(colour);
  const printAll = (lines) => lines.forEach((line) => print(line));
  const judged = documentedFirst(receipts).map((receipt) => {
    const result = validateReceipt(registry, receipt);
    return { receipt, result, differing: differences(receipt.expected, verdictOf(result)) };
  });
  const valid = judged.filter(({ result }) => result.valid);
  const refused = judged.filter(({ result }) => !result.valid);
  const differing = judged.filter((one) => one.differing.length > 0);

  const against = registry.packs.map(packText).join(', ');
  printAll(wrap(`${count(receipts)} against ${against}; → says how to mend what a code means`, width));
  const nameWidth = Math.max(...receipts.map(({ name }) => name.length));
  const remedyOf = (code) => registry.explain(code)?.remedy;
  const issueLines = issuePrinter({ remedyOf, style, width });
  for (const [heading, ones] of Object.entries({ VALID: valid, REFUSED: refused })) {
    if (ones.length === 0) continue;
    printAll(['', style.bold(`${heading} ${ones.length}`)]);
    for (const { receipt, result } of ones) {
      printAll(receiptLines(receipt, result.valid, { style, width, nameWidth }));
      for (const issue of [...result.issues, ...result.warnings]) printAll(issueLines(issue));
    }
  }

  print('');
  for (const { receipt, differing: sentences } of differing) {
    print(style.red(`${receipt.name}: the verdict is not the recorded one`));
    for (const sentence of sentences) printAll(hanging('', sentence, 4, width));
  }
  const tally = `${count(receipts)}: ${valid.length} valid, ${refused.length} refused`;
  if (differing.length > 0) print(style.red(`${tally}, ${differing.length} not as recorded`));
  else print(style.green(`${tally}, all as recorded`));
  return differing.length === 0 ? 0 : 1;
}

/** Receipts that were transcribed as they are before those made from them. */
function documentedFirst(receipts) {
  const isDerived = ({ derivedFrom }) => derivedFrom !== undefined;
  return [...receipts.filter((receipt) => !isDerived(receipt)), ...receipts.filter(isDerived)];
}

/** The lines of a receipt: verdict, name, total and title. */
function receiptLines({ name, title, transaction }, isValid, { style, width, nameWidth }) {
  const head = `  ${name.padEnd(nameWidth)}${money(transaction).padStart(AMOUNT_WIDTH)}  `;
  const [first, ...more] = hanging(head, title, head.length, width);
  const mark = isValid ? style.green('✓') : style.red('✗');
  return [`${mark} ${style.bold(name)}${first.slice(2 + name.length)}`, ...more];
}

const packText = ({ id, country, currency }) => `${id} (${country}, ${currency})`;

const count = ({ length }) => `${length} receipt${length === 1 ? '' : 's'}`;

/** The currencies of the examples all have hundredths. */
const money = ({ totals, currency }) => `${(totals.total / 100).toFixed(2)} ${currency}`;
