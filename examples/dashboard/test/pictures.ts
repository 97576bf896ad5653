import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { isPacked } from './browser/packed.mjs';

/**
 * The allowed difference in colour of a pixel, 0 to 1 (about five shades of grey), and the number of pixels that may
 * exceed it, because processors round differently.
 */
const COLOUR = 0.02;
const MAX = 2;

/**
 * Compares a screenshot with the reference of the same name. `PICTURES=keep` stores it as the new reference instead. A
 * browser other than the one that made the references renders text differently, so only the width of its screenshots is
 * compared.
 *
 * @param kept where it is kept, a file: URL that ends in .png
 * @returns how many pixels differ; where those are too many, the picture and the differences are written beside the
 * kept one, as `.new.png` and `.diff.png`
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

/** The difference between two screenshots, as an image too if they differ but have the same size. */
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
