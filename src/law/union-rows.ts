import type { RateWindow } from './rate-window.js';

/**
 * The rows of a member state as the generator writes them: `rate/from/until`, with `?` if it is not enforced, and behind
 * `class:` those of a class, behind `:` those of none.
 */
export function unionRows(text: string): RateWindow[] {
  let productTaxClass: string | undefined;
  const rows: RateWindow[] = [];
  for (const part of text.split(' ')) {
    if (part.endsWith(':')) {
      productTaxClass = part.slice(0, -1) || undefined;
      continue;
    }
    const enforce = !part.endsWith('?');
    const [rate, from, until] = part.replace('?', '').split('/');
    const century = (day: string): string => (day < '7' ? '20' : '19') + day;
    rows.push({
      rate: Number(rate),
      from: from ? `${century(from)}-01-01`.slice(0, 10) : undefined,
      until: until ? lastDay(century(until)) : undefined,
      productTaxClass,
      enforce,
    });
  }
  return rows;
}

/** The last day of a year, a month, or a day: `2026-06-30` of `2026-06`. */
export function lastDay(text: string): string {
  if (text.length > 7) return text;
  const day = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5) || 12), 0));
  return day.toISOString().slice(0, 10);
}
