import type { Io } from './command.js';

/** Maximum width of human-readable output. */
const WIDTH = 100;
/** Minimum width. On narrower terminals, lines wrap. */
const MIN_WIDTH = 40;

/** ASCII replacements of the same width for symbols in reports, for locales without Unicode. */
const ASCII_SYMBOLS: Readonly<Record<string, string>> = { '✓': '+', '✗': 'x', '→': '>', '│': '|', '…': '~', '·': '-' };

/** Whether to use colour: only on a terminal that supports it, and unless NO_COLOR is set (https://no-color.org). */
export function wantsColour({ stdout, env }: Pick<Io, 'stdout' | 'env'>): boolean {
  return stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Width of human-readable output: the terminal's width or, if there is no terminal, COLUMNS; at most 100. */
export function widthOf({ stdout, env }: Pick<Io, 'stdout' | 'env'>): number {
  const given = /^[1-9][0-9]{0,3}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : WIDTH;
  return Math.max(MIN_WIDTH, Math.min(stdout.columns ?? given, WIDTH));
}

/** Whether the locale does not support Unicode. Assumes Unicode if no locale is set. */
export function isAscii({ env }: Pick<Io, 'env'>): boolean {
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value !== undefined && value !== '');
  return locale !== undefined && !/utf-?8/i.test(locale);
}

/** Replaces all characters that are not ASCII. */
export const inAscii = (text: string): string =>
  text
    .replace(/[✓✗→│…·]/gu, (symbol) => ASCII_SYMBOLS[symbol]!)
    .normalize('NFKD')
    // Removes accents, but keeps the letters.
    .replace(/\p{M}/gu, '')
    .replace(/[^\n\t -~\u001b]/gu, '?');
