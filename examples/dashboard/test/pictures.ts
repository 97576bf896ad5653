import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { isPacked } from './browser/packed.mjs';

/**
 * The largest colour difference tolerated in a pixel, from 0 to 1 (0.02 is about five shades of grey), and the number
 * of pixels that may exceed it, because processors round differently.
 */
const COLOUR = 0.02;
const MAX = 2;

/**
 * Compares a screenshot with its reference; with `PICTURES=keep`, stores it as the new reference instead. In any
 * browser but the one that made the references, compares only the width, because each browser renders text differently.
 *
 * @param kept the file: URL of the reference, which ends in .png
 * @returns the number of pixels that differ. If this number is too high, writes the screenshot and the differences next
 *   to the reference, as `.new.png` and `.diff.png`
 */
export async function compare(picture: Buffer, kept: URL): Promise<{ same: boolean; differing: number }> {
  const path = fileURLToPath(kept);
  if (process.env.PICTURES === 'keep') {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, picture);
    return { same: true, differing: 0 };
  }
  if (!isPacked && existsSync(path)) {
    return { same: PNG.sync.read(picture).width === PNG.sync.read(await readFile(path)).width, differing: 0 };
  }
  const { same, differing, diff } = existsSync(path)
    ? difference(picture, await readFile(path))
    : { same: false, differing: Infinity };
  if (!same) await writeFile(path.replace(/png$/, 'new.png'), picture);
  if (diff) await writeFile(path.replace(/png$/, 'diff.png'), diff);
  return { same, differing };
}

/**
 * Compares two screenshots. If the screenshots differ but have the same size, also returns an image of the differences.
 */
export function difference(picture: Buffer, other: Buffer): { same: boolean; differing: number; diff?: Buffer } {
  if (picture.equals(other)) return { same: true, differing: 0 };
  const [is, was] = [PNG.sync.read(picture), PNG.sync.read(other)];
  const { width, height } = was;
  if (is.width !== width || is.height !== height) return { same: false, differing: Infinity };
  const diff = new PNG({ width, height });
  const options = { threshold: COLOUR, includeAA: true };
  const differing = pixelmatch(was.data, is.data, diff.data, width, height, options);
  return differing <= MAX ? { same: true, differing } : { same: false, differing, diff: PNG.sync.write(diff) };
}
