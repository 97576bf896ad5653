import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { isPacked } from './browser/packed.mjs';

/**
 * The tolerated colour difference of a pixel, from 0 to 1 (0.02 is about five shades of grey), and the number of pixels
 * that can exceed it, because processors round differently.
 */
const COLOUR = 0.02;
const MAX = 2;

/**
 * Compares a screenshot with its reference. `PICTURES=keep` stores it as the new reference instead. Compares only the
 * width for browsers other than the browser that made the references, because they render text differently.
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
