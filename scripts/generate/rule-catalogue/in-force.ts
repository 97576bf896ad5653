import type { Dated } from '../../../src/law/types.js';
import { day } from './markdown.js';

export const isDay = (row: Dated, date: string): boolean => (row.from ?? '') <= date && date <= (row.until ?? '9999');

/** The days of a row: without a last day, it is still in force; without a first day, its start is not known. */
export const inForce = ({ from, until }: Dated): string =>
  `${from === undefined ? 'start not known' : day(from)} – ${until === undefined ? 'in force' : day(until)}`;
