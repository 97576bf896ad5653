import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How different a pixel may be, 0 to 1; and how many of them may be more different than that. */
const PIXEL = 0.15;
const SHARE = 0.01;

/**
 * Compares a picture with the one that is kept under its name. `PICTURES=keep` keeps it instead. Letters look different
 * with other fonts: the kept ones were made with those of the container that runs the checks, and a page that looks
 * different for that reason alone has to be looked at, and kept anew, by whoever has others.
 *
 * @param kept where it is kept, a file: URL that ends in .png
 * @returns the share of pixels that differ; where that is too large, the picture and the differences are written beside
 * the kept one, as `.new.png` and `.diff.png`
 */
export async function compare(picture: Buffer, kept: URL): Promise<{ same: boolean; share: number }> {
  const path = fileURLToPath(kept);
  if (process.env.PICTURES === 'keep') {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, picture);
    return { same: true, share: 0 };
  }
  if (!existsSync(path)) return { same: false, share: 1 };
  const [is, was] = [PNG.sync.read(picture), PNG.sync.read(await readFile(path))];
  const { width, height } = was;
  const diff = new PNG({ width, height });
  const differs = is.width !== width || is.height !== height;
  const share = differs
    ? 1
    : pixelmatch(was.data, is.data, diff.data, width, height, { threshold: PIXEL }) / (width * height);
  const same = share <= SHARE;
  if (!same) {
    await writeFile(path.replace(/png$/, 'new.png'), picture);
    await writeFile(path.replace(/png$/, 'diff.png'), PNG.sync.write(diff));
  }
  return { same, share };
}
