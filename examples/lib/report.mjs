/** Prints verdicts in readable form: the issues of each receipt, and the remedy when a code first appears. */
import { explain } from 'receipt-rule-packs';
import { hanging, issuePrinter, remedyPrinter, styles, wrap } from '../../cli/report-lines.mjs';
import { differences, validateReceipt, verdictOf } from './verdicts.mjs';

const AMOUNT_WIDTH = 14;

/**
 * Validates all receipts. Prints the verdicts on the receipts that `shows` selects, and a tally of the others. If
 * `draw` returns a drawing of a receipt with its issues, prints the drawing. Returns the exit code, which is 0 if every
 * verdict matches the recorded verdict.
 */
export function report(registry, receipts, { print, width, colour, shows = () => true, draw = () => undefined }) {
  const style = styles(colour);
  const printAll = (lines) => lines.forEach((line) => print(line));
  const judged = documentedFirst(receipts).map((receipt) => {
    const result = validateReceipt(registry, receipt);
    return { receipt, result, differing: differences(receipt.expected, verdictOf(result)) };
  });
  const shown = judged.filter(({ receipt }) => shows(receipt));
  const others = judged.filter(({ receipt }) => !shows(receipt));
  const differing = judged.filter((one) => one.differing.length > 0);

  const head = `${count(shown)} against ${counted(registry.packs, 'rule pack')}; → says how to fix an issue`;
  printAll(wrap(head, width));
  const nameWidth = Math.max(...shown.map(({ receipt }) => receipt.name.length));
  const remedyOf = (code) => explain(registry, code)?.remedy;
  const remedyLines = remedyPrinter({ remedyOf, style, width });
  const issueLines = issuePrinter({ remedyLines, style, width });
  const drawnLines = (drawing, issues) => [
    ...drawing
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    ...issues.flatMap(({ code }) => remedyLines(code, `  ${code}`)),
  ];
  for (const [heading, ones] of Object.entries({ VALID: shown.filter(isValid), REFUSED: shown.filter(isRefused) })) {
    if (ones.length === 0) continue;
    printAll(['', style.bold(`${heading} ${ones.length}`)]);
    for (const { receipt, result } of ones) {
      printAll(receiptLines(receipt, result.valid, { style, width, nameWidth }));
      const issues = [...result.issues, ...result.warnings];
      const drawing = draw(receipt, issues);
      printAll(drawing === undefined ? issues.flatMap((issue) => issueLines(issue)) : drawnLines(drawing, issues));
    }
  }
  if (others.length > 0) {
    const tail = `${counted(others, 'more receipt')} from ${countries(others)} were validated: ${tally(others)}`;
    printAll(['', ...wrap(tail, width)]);
  }

  print('');
  for (const { receipt, differing: sentences } of differing) {
    print(style.red(`${receipt.name}: the verdict differs from the recorded verdict`));
    for (const sentence of sentences) printAll(hanging('', sentence, 4, width));
  }
  const sum = `${count(judged)}: ${tally(judged)}`;
  if (differing.length > 0) print(style.red(`${sum}, ${differing.length} not as recorded`));
  else print(style.green(`${sum}, all as recorded`));
  return differing.length === 0 ? 0 : 1;
}

const isValid = ({ result }) => result.valid;
const isRefused = ({ result }) => !result.valid;
const tally = (judged) => `${judged.filter(isValid).length} valid, ${judged.filter(isRefused).length} refused`;

function countries(judged) {
  const codes = new Set(judged.map(({ receipt }) => receipt.business.country));
  return codes.size === 1 ? [...codes][0] : `${codes.size} countries`;
}

/** Sorts transcribed receipts before derived receipts. */
function documentedFirst(receipts) {
  return [...receipts.filter(({ derived }) => !derived), ...receipts.filter(({ derived }) => derived)];
}

/** Returns the lines for a receipt: verdict, name, total and title. */
function receiptLines({ name, title, transaction }, isValid, { style, width, nameWidth }) {
  const head = `  ${name.padEnd(nameWidth)}${money(transaction).padStart(AMOUNT_WIDTH)}  `;
  const [first, ...more] = hanging(head, title, head.length, width);
  const mark = isValid ? style.green('✓') : style.red('✗');
  return [`${mark} ${style.bold(name)}${first.slice(2 + name.length)}`, ...more];
}

const counted = ({ length }, thing) => `${length} ${thing}${length === 1 ? '' : 's'}`;

const count = (list) => counted(list, 'receipt');

/** Formats the total. All currencies in the examples have two decimals. */
const money = ({ totals, currency }) => `${(totals.total / 100).toFixed(2)} ${currency}`;
