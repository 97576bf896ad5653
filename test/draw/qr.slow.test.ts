import { expect, it } from 'vitest';
import { pathOf, qrCode, type EcLevel } from '../../src/draw/qr';
import { read } from './qr-reader';

/**
 * Codes that the reader cannot read: its table has an alignment pattern of version 23 at 74, but ISO/IEC 18004 (annex
 * E) has it at 78. Level M corrects enough errors to read both.
 */
const UNREADABLE: Readonly<Record<EcLevel, readonly number[]>> = { L: [109], M: [] };

it.each(['L', 'M'] as const)('a QR reader can read codes of every version at level %s', (level) => {
  const readable: number[] = [];
  const sizes = new Set<number>();
  // Steps of 7 bytes never skip a version.
  for (let count = 10; sizes.size < 40; count += 7) {
    const bytes = Uint8Array.from({ length: count }, (_, i) => (i * i + 7) % 256);
    const matrix = qrCode(bytes, level);
    const size = matrix.length;
    if (sizes.has(size)) continue;
    sizes.add(size);
    if (read(pathOf(matrix), size)?.join() === bytes.join()) readable.push(size);
  }
  const all = Array.from({ length: 40 }, (_, i) => 21 + 4 * i);
  expect([...sizes]).toEqual(all);
  expect(readable).toEqual(all.filter((size) => !UNREADABLE[level].includes(size)));
});
