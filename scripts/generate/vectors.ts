/**
 * Writes vectors/se-receipt-1.json: every case of the pack and of vectors/sources, and the shared cases of rules that
 * have none there, each with its document as a JSON Patch on one base document. The expected issues come from those
 * handwritten files. Nothing here runs a rule.
 */
import type { LawPack } from '../../src/rule/types.js';
import { baseOf, casesIn, ownCases, type Base } from '../../test/support/cases.js';
import { sharedCasesOf } from '../../test/support/shared-cases.js';
import { isAttributed, rulesShown } from './vectors/attribution.js';
import { vectorOf, type Vector } from './vectors/expand.js';
import { vectorFile } from './vectors/file.js';
import { published } from './vectors/published.js';

/**
 * For this pack, the package also contains the vectors for shared rules; for other packs, only the vectors for their
 * custom rules.
 */
export const WHOLE = 'se-receipt-1';

/** The file, by path. */
export function conformanceVectors(pack: LawPack): Record<string, string> {
  const { base, vectors } = wholeSet(pack);
  return { [`vectors/${WHOLE}.json`]: vectorFile(base, published(vectors)) };
}

/** The file with all vectors, as `npm run vectors -- --all` writes it. */
export function wholeFile(pack: LawPack): string {
  const { base, vectors } = wholeSet(pack);
  return vectorFile(base, vectors);
}

/**
 * All the pack's vectors, each with the rules that it tests.
 *
 * @param pack the pack `WHOLE`
 */
export function wholeSet(pack: LawPack): {
  readonly base: Base;
  readonly vectors: readonly (Vector & { readonly rules: readonly string[] })[];
} {
  const base = baseOf(pack);
  const own = [...ownCases(pack), ...casesIn('vectors/sources/cases.jsonl', pack)];
  const shared = sharedCasesOf(pack).filter(({ rule, code }) => !isAttributed(rule, code));
  const vectors = [...own, ...shared].map((one) => {
    const vector = vectorOf(one);
    return { ...vector, rules: one.rule === undefined ? rulesShown(vector, base) : [one.rule] };
  });
  const twice = vectors.map(({ name }) => name).filter((name, i, names) => names.indexOf(name) !== i);
  if (twice.length > 0) throw new Error(`names of vectors must be unique: ${twice.join('; ')}`);
  return { base, vectors };
}
