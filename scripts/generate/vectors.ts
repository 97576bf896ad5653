/**
 * Writes vectors/se-receipt-1.json: every case of the pack and of vectors/sources, each with its document as a JSON
 * Patch on one base document. The expected issues come from those handwritten files. Nothing here runs the library.
 */
import { baseOf, casesIn, ownCases, type Base } from '../../test/support/cases.js';
import { readLaw } from './read-law.js';
import { rulesShown } from './vectors/attribution.js';
import { vectorOf, type Vector } from './vectors/expand.js';
import { vectorFile } from './vectors/file.js';
import { published } from './vectors/published.js';

/**
 * For this pack, the package also contains the vectors for shared rules; for other packs, only the vectors for their
 * custom rules.
 */
export const WHOLE = 'se-receipt-1';

/** The file, by path. */
export function conformanceVectors(): Record<string, string> {
  const { base, vectors } = wholeSet();
  return { [`vectors/${WHOLE}.json`]: vectorFile(base, published(vectors)) };
}

/** The file with all vectors, as `npm run vectors -- --all` writes it. */
export function wholeFile(): string {
  const { base, vectors } = wholeSet();
  return vectorFile(base, vectors);
}

/** All the pack's vectors, each with the rules that it tests. */
export function wholeSet(): {
  readonly base: Base;
  readonly vectors: readonly (Vector & { readonly rules: readonly string[] })[];
} {
  const pack = { id: WHOLE, law: readLaw(WHOLE) };
  const base = baseOf(pack);
  const cases = [...ownCases(pack), ...casesIn('vectors/sources/cases.jsonl', pack)];
  const vectors = cases.map(vectorOf).map((vector) => ({ ...vector, rules: rulesShown(vector, base) }));
  const twice = vectors.map(({ name }) => name).filter((name, i, names) => names.indexOf(name) !== i);
  if (twice.length > 0) throw new Error(`names of vectors must be unique: ${twice.join('; ')}`);
  return { base, vectors };
}
