import { oneLine } from '../text/printable.js';
import { show } from '../text/show.js';
import type { Figures } from './figures.js';
import type { Cell, Row } from './model.js';
import type { Path } from './read.js';

/** Maximum number of characters to draw per text. Control codes of cloud control systems are 113 characters long. */
const MAX_LENGTH = 300;
const MISSING = '—';
const HALF_PAIR = /[\ud800-\udbff]$/;

/** Makes text from the document safe to draw. */
export function printableText(text: string): string {
  return oneLine(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(HALF_PAIR, '')}…` : text);
}

/** The cell for a word or symbol that is not from the document. */
export const labelCell = (text: string): Cell => ({ text });

/** The cell for a text field. */
export function textCell(path: Path, value: unknown): Cell {
  return typeof value === 'string' && value !== ''
    ? { text: printableText(value), path, look: 'userText' }
    : fallbackCell(path, value);
}

/** The cell for an amount in minor units. @param sign −1 to draw it with the opposite sign */
export function amountCell(path: Path, value: unknown, figures: Pick<Figures, 'amount'>, sign: 1 | -1 = 1): Cell {
  return isInteger(value) ? { text: figures.amount(BigInt(value) * BigInt(sign)), path } : fallbackCell(path, value);
}

/** @param least minimum number of decimals */
export function decimalCell(path: Path, value: unknown, figures: Figures, least = 0): Cell {
  return isFinite(value) ? { text: figures.decimal(value, least), path } : fallbackCell(path, value);
}

export function percentCell(path: Path, value: unknown, figures: Figures): Cell {
  return isFinite(value) ? { text: figures.percent(value), path } : fallbackCell(path, value);
}

/** The cell for a value that is missing or has the wrong type. */
export function fallbackCell(path: Path, value: unknown): Cell {
  return value === undefined
    ? { text: MISSING, path, look: 'missing' }
    : { text: oneLine(show(value)), path, look: 'raw' };
}

export const isInteger = (value: unknown): value is number => Number.isInteger(value);

const isFinite = (value: unknown): value is number => Number.isFinite(value);

/** The cell for a string, number or boolean field. */
export const scalarCell = (path: Path, value: unknown): Cell =>
  typeof value === 'number' || typeof value === 'boolean' ? { text: String(value), path } : textCell(path, value);

/** The row that states how many elements are not drawn. */
export const moreRows = (figures: Figures, count: number, path?: Path): Row[] =>
  count > 0 ? [{ look: 'quiet', left: [{ text: `… + ${figures.decimal(count)}`, path }] }] : [];
