import { oneLine } from '../text/printable.js';
import { show } from '../text/show.js';
import type { Figures } from './figures.js';
import type { Cell } from './model.js';
import type { Path } from './read.js';

/** How many characters of a text are drawn. The control codes of cloud systems have 113. */
const MAX_LENGTH = 300;
const MISSING = '—';
const HALF_PAIR = /[\ud800-\udbff]$/;

/** Text from the document, made safe to draw. */
export function printableText(text: string): string {
  return oneLine(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(HALF_PAIR, '')}…` : text);
}

/** A word or symbol that the drawing adds. */
export const labelCell = (text: string): Cell => ({ text });

/** The cell of a field that holds text. */
export function textCell(path: Path, value: unknown): Cell {
  return typeof value === 'string' && value !== ''
    ? { text: printableText(value), path, look: 'userText' }
    : fallbackCell(path, value);
}

/** The cell of a field that holds an amount in minor units. @param sign −1 if it is drawn with the opposite sign */
export function amountCell(path: Path, value: unknown, figures: Figures, sign: 1 | -1 = 1): Cell {
  return isInteger(value) ? { text: figures.amount(BigInt(value) * BigInt(sign)), path } : fallbackCell(path, value);
}

export function decimalCell(path: Path, value: unknown, figures: Figures): Cell {
  return isFinite(value) ? { text: figures.decimal(value), path } : fallbackCell(path, value);
}

export function percentCell(path: Path, value: unknown, figures: Figures): Cell {
  return isFinite(value) ? { text: figures.percent(value), path } : fallbackCell(path, value);
}

/** The cell of a value that is missing or has the wrong type. */
export function fallbackCell(path: Path, value: unknown): Cell {
  return value === undefined
    ? { text: MISSING, path, look: 'missing' }
    : { text: oneLine(show(value)), path, look: 'raw' };
}

export const isInteger = (value: unknown): value is number => Number.isInteger(value);

const isFinite = (value: unknown): value is number => Number.isFinite(value);
