/**
 * The format of human-readable reports, shared with examples/: severity, code, message, and the remedy the first time a
 * code occurs.
 */

const SEVERITY_WIDTH = 8;
const CODE_WIDTH = 22;
const COLUMN = 2 + SEVERITY_WIDTH + CODE_WIDTH;

/**
 * Returns a function that formats an issue. `place` returns the lines that show the issue's position, `remedyLines` is
 * a `remedyPrinter`, and `expected` is the field's correct value, if known.
 */
export function issuePrinter({ remedyLines, style, width }) {
  return ({ severity, code, message }, place = () => [], expected = undefined) => {
    const head = `  ${severity.padEnd(SEVERITY_WIDTH)}${code}`;
    const paint = severity === 'error' ? style.red : style.yellow;
    const [first, ...more] = hanging(head, message, COLUMN, width);
    const lines = [`  ${paint(severity)}${first.slice(2 + severity.length)}`, ...more];
    const indent = indentOf(COLUMN, width);
    for (const line of place(width - indent)) lines.push(' '.repeat(indent) + line);
    return [...lines, ...remedyLines(code, '', expected)];
  };
}

/**
 * Returns a function that formats the remedy for an issue: the expected value or, if unknown, the remedy for its code.
 * Each remedy is printed only once. `head` is the text to the left of the remedy.
 */
export function remedyPrinter({ remedyOf, style, width }) {
  const explained = new Set();
  return (code, head = '', expected = undefined) => {
    const key = expected === undefined ? code : `${code} ${expected}`;
    if (explained.has(key)) return [];
    explained.add(key);
    const remedy = expected ?? remedyOf(code);
    if (remedy === undefined) return [];
    return hanging(head, `→ ${remedy}`, COLUMN, width).map((line) => style.cyan(line));
  };
}

/** Puts text to the right of a head, starting at `column`, or below it if there is too little room. */
export function hanging(head, text, column, width) {
  const indent = ' '.repeat(indentOf(column, width));
  const [first, ...more] = wrap(text, width - indent.length);
  const below = more.map((line) => indent + line);
  if (head.trim() === '') return [indent + first, ...below];
  if (indent.length < column || head.length > column) return [head.trimEnd(), indent + first, ...below];
  return [head.padEnd(column) + first, ...below];
}

const indentOf = (column, width) => (width - column < 30 ? 6 : column);

/** Wraps text at spaces. A word longer than a line gets a line to itself. */
export function wrap(text, width) {
  const lines = [];
  let rest = text;
  while (rest.length > width) {
    let cut = rest.lastIndexOf(' ', width);
    if (cut < 0) cut = rest.indexOf(' ');
    if (cut < 0) break;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut + 1);
  }
  lines.push(rest);
  return lines;
}

export function styles(colour) {
  const sgr = (on, off) => (text) => (colour ? `\u001b[${on}m${text}\u001b[${off}m` : text);
  return {
    bold: sgr(1, 22),
    dim: sgr(2, 22),
    red: sgr(31, 39),
    green: sgr(32, 39),
    yellow: sgr(33, 39),
    cyan: sgr(36, 39),
  };
}
