import type { CountryLayout } from './country-layout.js';
import { at, listOf } from './read.js';

/** Maximum number of lines and entries whose rates get letters. */
const MOST = 2_000;

/**
 * Assigns a letter to each rate in a document. Rates without an official letter get the next unused letters, highest
 * rate first.
 */
export function lettersOf(document: unknown, { letters, line }: Pick<CountryLayout, 'letters' | 'line'>) {
  if (letters === undefined) return () => undefined;
  const fixed = letters === 'by rate' ? [] : Object.entries(letters);
  const exempt = fixed.find(([, rates]) => rates === 'exempt')?.[0];
  const given = (rate: unknown): string | undefined =>
    fixed.find(([, rates]) => rates === rate || (Array.isArray(rates) && rates.includes(rate)))?.[0];
  const found = [
    ...listOf(at(at(document, 'tax'), 'summary'), MOST).map((entry) => at(entry, 'rate')),
    ...listOf(at(document, 'items'), MOST).map((item) => at(item, 'taxRate')),
  ];
  const rates = [...new Set(found)].filter((rate): rate is number => Number.isFinite(rate));
  const others = rates.filter((rate) => given(rate) === undefined).sort((a, b) => b - a);
  // Unused letters in the form and alphabet of the official ones, such as A00 or the Cyrillic А.
  const [first = 'A'] = fixed.map(([letter]) => letter);
  const start = first > '\u0400' ? 0x410 : 0x41;
  const free = Array.from({ length: 26 }, (_, i) => String.fromCharCode(start + i) + first.slice(1)).filter(
    (letter) => !fixed.some(([used]) => used === letter),
  );
  const two = rates.filter((rate) => rate > 0).length > 1;
  return (rate: unknown, category: unknown): string | undefined => {
    if (category === 'E' && exempt !== undefined) return exempt;
    // If there is only one rate above 0, a letter for it is redundant.
    if (line.rate === 'letter-if-zero' && rate !== 0 && !two) return undefined;
    return given(rate) ?? free[others.indexOf(rate as number)];
  };
}
