import jsQR from 'jsqr';

/** Pixels per module. */
const SCALE = 3;
/** The quiet zone, in modules. */
export const QUIET = 4;

/** The text that an independent QR reader finds in an SVG path. */
export function read(path: string, size: number): number[] | undefined {
  const side = (size + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let down = 0; down < SCALE; down++)
      for (let right = 0; right < Number(width) * SCALE; right++) {
        const at = ((Number(y) + QUIET) * SCALE + down) * side + (Number(x) + QUIET) * SCALE + right;
        pixels.fill(0, 4 * at, 4 * at + 3);
      }
  }
  return jsQR(pixels, side, side, { inversionAttempts: 'dontInvert' })?.binaryData;
}
