import { oneLine } from '../../src/text/printable.js';
import { counted, type LocatedCause, type ShownChange } from '../entry.js';
import { FIX_LEVELS, fixableCauses, flagOf, type FixLevel } from '../fix/levels.js';
import { maskedText } from '../masked-text.js';
import { wrap, type Styles } from '../report-lines.mjs';
import { shownValue } from '../value-text.js';

interface CausePrinterOptions {
  readonly style: Styles;
  /** Maximum width in columns. */
  readonly width: number;
  /** Returns the lines that show a position in a document. */
  readonly placeLines: (text: string, line: number, offset: number, width: number) => string[];
}

/** Indentation of changes below the title. */
const INDENT = 5;
const CONFIDENCE_WIDTH = 9;
/** `certain   12 problems` */
const RIGHT_WIDTH = CONFIDENCE_WIDTH + 12;
/** In terminals with less room for the title, the confidence is printed below the title. */
const MIN_TITLE_WIDTH = 24;
/** Maximum number of changes or options to list per cause. The report only counts the rest. */
const MAX_CHANGES = 8;

/** Returns a function that formats a cause: its title, its confidence, how many issues it explains, and its changes. */
export function causePrinter({ style, width, placeLines }: CausePrinterOptions) {
  const besideWidth = width - INDENT - RIGHT_WIDTH - 2;
  const isBeside = besideWidth >= MIN_TITLE_WIDTH;
  const titleWidth = isBeside ? besideWidth : width - INDENT;
  const indented = (text: string): string[] => wrap(text, width - INDENT).map((line) => ' '.repeat(INDENT) + line);
  return ({ number, cause, changes, line, offset }: LocatedCause, text: string): string[] => {
    const { confidence, explains, options = [] } = cause;
    const [title, ...more] = wrap(oneLine(cause.title), titleWidth);
    const right = `${confidence.padEnd(CONFIDENCE_WIDTH)} ${counted(explains.length, 'problem')}`;
    const paint = confidence === 'certain' ? style.green : confidence === 'likely' ? style.yellow : style.red;
    // Does not show offset 0: it belongs to a missing field.
    const place =
      changes.length > 0 || offset === 0 || text === '' ? [] : placeLines(text, line, offset, width - INDENT);
    return [
      `${String(number).padStart(3)}  ${style.bold(title!)}${isBeside ? `${' '.repeat(Math.max(0, titleWidth - title!.length))}  ${paint(right)}` : ''}`,
      ...more.map((each) => ' '.repeat(INDENT) + style.bold(each)),
      ...(isBeside ? [] : [' '.repeat(INDENT) + paint(right)]),
      ...upTo(changes.map(changeText)).flatMap((change) => indented(change).map((each) => style.cyan(each))),
      ...upTo(options.slice(1).map((option) => `or: ${oneLine(option.title)}`)).flatMap(indented),
      ...(cause.country === undefined ? [] : indented(`to validate it there: --country ${cause.country}`)),
      ...place.map((each) => ' '.repeat(INDENT) + each),
    ];
  };
}

/** `items[0].taxAmount  1260 → 1096` */
export function changeText(change: ShownChange): string {
  const { field, found, new: value } = change;
  const areTexts = typeof found === 'string' && typeof value === 'string';
  const shown = (part: unknown): string => (areTexts ? oneLine(maskedText(String(part))) : shownValue(part));
  const before = 'found' in change ? shown(found) : 'nothing';
  const after = 'new' in change ? shown(value) : 'nothing';
  return `${oneLine(field)}  ${before} → ${after}`;
}

const upTo = (lines: readonly string[]): string[] =>
  lines.length <= MAX_CHANGES
    ? [...lines]
    : [...lines.slice(0, MAX_CHANGES - 1), `… and ${lines.length - MAX_CHANGES + 1} more`];

/** Counts the causes that can be repaired, and says how to repair them. */
export class Fixable {
  private causes = 0;
  private readonly levels = new Map<FixLevel, number>();

  add(causes: readonly LocatedCause[]): void {
    this.causes += causes.length;
    for (const level of FIX_LEVELS)
      this.levels.set(level, (this.levels.get(level) ?? 0) + fixableCauses(causes, level).length);
  }

  /** Suggests the lowest level that repairs something. */
  lines(width: number): string[] {
    const level = FIX_LEVELS.find((each) => (this.levels.get(each) ?? 0) > 0);
    if (level === undefined) return [];
    const flag = flagOf(level);
    const text = `${this.levels.get(level)!} of ${this.causes} can be fixed: run again with ${flag}, or ${flag} --dry-run to look first.`;
    return wrap(text, width);
  }
}
