/**
 * Writes vectors/se-receipt-1.json: every case of the pack and of vectors/sources, each with its document as a JSON
 * Patch of one base document. The expected issues come from those files, which are not generated. Nothing here runs the
 * library.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expandFile, type Base, type SourceFile, type Vector } from './vectors/expand.js';
import { vectorFile } from './vectors/file.js';

/** All vectors of this pack are published. Of the other packs only their own vectors are. */
export const WHOLE = 'se-receipt-1';
const FOLDERS = [`packs/${WHOLE}/cases`, 'vectors/sources/shared', 'vectors/sources'];

/** The file by its path. */
export function conformanceVectors(): Record<string, string> {
  const { base, vectors } = wholeSet();
  return { [`vectors/${WHOLE}.json`]: vectorFile(base, vectors) };
}

/** The vectors of the pack whose whole set is published, each with the rules that it shows. */
export function wholeSet(): { readonly base: Base; readonly vectors: readonly Vector[] } {
  const base = readJson(`${FOLDERS[0]}/base.json`) as Base;
  const vectors = FOLDERS.flatMap(filesIn).flatMap((path) => expandFile(base, readJson(path) as SourceFile));
  const twice = vectors.map(({ name }) => name).filter((name, i, names) => names.indexOf(name) !== i);
  if (twice.length > 0) throw new Error(`vectors need names of their own: ${twice.join('; ')}`);
  return { base, vectors };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'base.json')
    .sort()
    .map((name) => `${folder}/${name}`);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
