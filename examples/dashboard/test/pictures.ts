import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { isPacked } from './browser/packed.mjs';

/** How different the colour of a pixel may be, 0 to 1, about five shades of grey; and how many may be more different: processors round differently. */
const COLOUR = 0.02;
const MAX = 2;

/**
 * Compares a picture with the one that is kept under its name. `PICTURES=keep` keeps it instead. Another browser than the
 * one that drew the kept pictures draws text otherwise: of its pictures only the width is compared.
 *
 * @param kept where it is kept, a file: URL that ends in .png
 * @returns how many pixels differ; where those are too many, the picture and the differences are written beside the kept
 * one, as `.new.png` and `.diff.png`
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

/** How different two pictures are; where they are not the same, with a picture of the difference, unless their sizes differ. */
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
