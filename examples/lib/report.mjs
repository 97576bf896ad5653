/** Prints verdicts for people: what was found, receipt by receipt, and how to fix it where a code first appears. */
import { differences, validateReceipt, verdictOf } from './verdicts.mjs';

const SEVERITY_WIDTH = 8;
const CODE_WIDTH = 22;
const AMOUNT_WIDTH = 14;

/**
 * Validates all receipts, prints what came out for those that `shows` picks, and how many others were judged; gives the
 * exit code, 0 where every verdict is as recorded.
 */
export function report(registry, receipts, { print, width, colour, shows = () => true }) {
  const style = styles(colour);
  const printAll = (lines) => lines.forEach((line) => print(line));
  const judged = documentedFirst(receipts).map((receipt) => {
    const result = validateReceipt(registry, receipt);
    return { receipt, result, differing: differences(receipt.expected, verdictOf(result)) };
  });
  const shown = judged.filter(({ receipt }) => shows(receipt));
  const others = judged.filter(({ receipt }) => !shows(receipt));
  const differing = judged.filter((one) => one.differing.length > 0);

  const head = `${count(shown)} against ${counted(registry.packs, 'rule pack')}; → says how to fix what a code means`;
  printAll(wrap(head, width));
  const nameWidth = Math.max(...shown.map(({ receipt }) => receipt.name.length));
  const issueLines = issuePrinter(registry, style, width);
  for (const [heading, ones] of Object.entries({ VALID: shown.filter(isValid), REFUSED: shown.filter(isRefused) })) {
    if (ones.length === 0) continue;
    printAll(['', style.bold(`${heading} ${ones.length}`)]);
    for (const { receipt, result } of ones) {
      printAll(receiptLines(receipt, result.valid, { style, width, nameWidth }));
      for (const issue of [...result.issues, ...result.warnings]) printAll(issueLines(issue));
    }
  }
  if (others.length > 0) {
    const tail = `${counted(others, 'more receipt')} from ${countries(others)} were judged: ${tally(others)}`;
    printAll(['', ...wrap(tail, width)]);
  }

  print('');
  for (const { receipt, differing: sentences } of differing) {
    print(style.red(`${receipt.name}: the verdict is not the recorded one`));
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

/** Receipts that were transcribed as they are before those made from them. */
function documentedFirst(receipts) {
  return [...receipts.filter(({ derived }) => !derived), ...receipts.filter(({ derived }) => derived)];
}

/** The lines of a receipt: verdict, name, total and title. */
function receiptLines({ name, title, transaction }, isValid, { style, width, nameWidth }) {
  const head = `  ${name.padEnd(nameWidth)}${money(transaction).padStart(AMOUNT_WIDTH)}  `;
  const [first, ...more] = hanging(head, title, head.length, width);
  const mark = isValid ? style.green('✓') : style.red('✗');
  return [`${mark} ${style.bold(name)}${first.slice(2 + name.length)}`, ...more];
}

/** Makes the lines of one issue after the other: severity, code and message, and the remedy where the code is new. */
function issuePrinter(registry, style, width) {
  const explained = new Set();
  return ({ severity, code, message }) => {
    const column = 2 + SEVERITY_WIDTH + CODE_WIDTH;
    const head = `  ${severity.padEnd(SEVERITY_WIDTH)}${code}`;
    const [first, ...more] = hanging(head, message, column, width);
    const paint = severity === 'error' ? style.red : style.yellow;
    const lines = [`  ${paint(severity)}${first.slice(2 + severity.length)}`, ...more];
    if (explained.has(code)) return lines;
    explained.add(code);
    const remedy = registry.explain(code)?.remedy;
    return remedy === undefined
      ? lines
      : [...lines, ...hanging('', `→ ${remedy}`, column, width).map((line) => style.cyan(line))];
  };
}

/** A head and a text beside it, from `column` on; where either leaves too little room, the text begins below. */
function hanging(head, text, column, width) {
  const isNarrow = width - column < 30;
  const indent = ' '.repeat(isNarrow ? 6 : column);
  const [first, ...more] = wrap(text, width - indent.length);
  const below = more.map((line) => indent + line);
  if (head.trim() === '') return [indent + first, ...below];
  if (isNarrow || head.length > column) return [head.trimEnd(), indent + first, ...below];
  return [head.padEnd(column) + first, ...below];
}

/** Breaks a text at spaces; a word that is longer than a line keeps one of its own. */
function wrap(text, width) {
  const lines = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const counted = ({ length }, thing) => `${length} ${thing}${length === 1 ? '' : 's'}`;

const count = (list) => counted(list, 'receipt');

/** The currencies of the examples all have hundredths. */
const money = ({ totals, currency }) => `${(totals.total / 100).toFixed(2)} ${currency}`;

function styles(colour) {
  const sgr = (on, off) => (text) => (colour ? `\u001b[${on}m${text}\u001b[${off}m` : text);
  return { bold: sgr(1, 22), red: sgr(31, 39), green: sgr(32, 39), yellow: sgr(33, 39), cyan: sgr(36, 39) };
}
