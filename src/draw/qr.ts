/** QR codes (ISO/IEC 18004) in byte mode, with levels L and M, and versions 1 to 40. */
import { correctionOf } from './qr-correction.js';

export type EcLevel = 'L' | 'M';

/** Number of error correction codewords per block, and number of blocks, by version. */
const CORRECTION: Readonly<Record<EcLevel, readonly string[]>> = {
  L: [
    '7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
    '1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25',
  ],
  M: [
    '10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28',
    '1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49',
  ],
};
const LAST_VERSION = 40;
/** Whether each mask inverts the module in a column and row. */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => (x * y) % 6 === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * The rows of a code, with 1 for dark modules. @param bytes the content: at most 2,953 bytes at level L, 2,331 at level
 * M
 */
export function qrCode(bytes: Uint8Array, level: EcLevel): Uint8Array[] {
  const [perBlock, blockCounts] = CORRECTION[level].map((row) => row.split(' ').map(Number)) as [number[], number[]];
  const correctionsOf = (version: number): number => perBlock[version - 1]!;
  const blocksOf = (version: number): number => blockCounts[version - 1]!;
  const roomOf = (version: number): number => codewordsOf(version) - blocksOf(version) * correctionsOf(version);
  let version = 1;
  while (version < LAST_VERSION && bytes.length + (version < 10 ? 2 : 3) > roomOf(version)) version++;
  return matrixOf(
    version,
    level,
    interleaved(
      dataOf(bytes, version, roomOf(version)),
      blocksOf(version),
      codewordsOf(version),
      correctionsOf(version),
    ),
  );
}

const sizeOf = (version: number): number => 4 * version + 17;

/** The centres of the alignment patterns, on both axes. */
function centresOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : 2 * Math.ceil((4 * version + 4) / (2 * count - 2));
  const last = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)];
}

/** Number of codewords that fit between the function patterns. */
function codewordsOf(version: number): number {
  const alignments = centresOf(version).length;
  const patterns = alignments === 0 ? 0 : alignments ** 2 - 3;
  // Alignment patterns that overlap the timing patterns share five modules with them.
  const shared = alignments === 0 ? 0 : 10 * (alignments - 2);
  const size = sizeOf(version);
  const taken = 3 * 64 + 2 * (size - 16) + 31 + 25 * patterns - shared + (version < 7 ? 0 : 36);
  return Math.floor((size ** 2 - taken) / 8);
}

/** The data codewords: mode 4, length, bytes, terminator and padding. */
function dataOf(bytes: Uint8Array, version: number, room: number): Uint8Array {
  const length = version < 10 ? [bytes.length] : [bytes.length >> 8, bytes.length & 255];
  const data = new Uint8Array(room);
  let before = 4;
  let at = 0;
  // The mode takes four bits, so every byte spans two codewords.
  for (const byte of [...length, ...bytes, 0]) {
    data[at++] = (before << 4) | (byte >> 4);
    before = byte;
  }
  for (let filler = 0xec; at < room; filler ^= 0xec ^ 0x11) data[at++] = filler;
  return data;
}

/** Interleaves the codewords of all blocks: data, then error correction. The last blocks can be one codeword longer. */
function interleaved(data: Uint8Array, blocks: number, codewords: number, correction: number): number[] {
  const short = Math.floor(codewords / blocks) - correction;
  const longFrom = blocks - (codewords % blocks);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(at, (at += short + (i < longFrom ? 0 : 1))));
  const added = parts.map((part) => correctionOf(part, correction));
  const inTurn = (lists: readonly Uint8Array[], length: number): number[] =>
    Array.from({ length }, (_, i) => lists.flatMap((list) => [...list.subarray(i, i + 1)])).flat();
  return [...inTurn(parts, short + 1), ...inTurn(added, correction)];
}

/** The bits of a BCH code: the value, followed by its remainder. */
function withRemainder(value: number, polynomial: number, bits: number): number {
  let rest = value << bits;
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit = 31 - Math.clz32(rest)) rest ^= polynomial << (bit - bits);
  return (value << bits) | rest;
}

/** Builds the matrix with the mask that has the lowest penalty. */
function matrixOf(version: number, level: EcLevel, codewords: readonly number[]): Uint8Array[] {
  const size = sizeOf(version);
  const grid = (): Uint8Array[] => Array.from({ length: size }, () => new Uint8Array(size));
  const fixed = grid();
  const base = grid();
  const put = (matrix: Uint8Array[], x: number, y: number, dark: boolean | number): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    matrix[y]![x] = Number(dark);
    fixed[y]![x] = 1;
  };
  const square = (cx: number, cy: number, radius: number, isDark: (ring: number) => boolean): void => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) put(base, cx + x, cy + y, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let i = 0; i < size; i++) {
    put(base, 6, i, i % 2 === 0);
    put(base, i, 6, i % 2 === 0);
  }
  const end = size - 4;
  for (const [x, y] of [
    [3, 3],
    [end, 3],
    [3, end],
  ] as const)
    square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const centres = centresOf(version);
  const last = centres.at(-1);
  for (const x of centres)
    for (const y of centres) {
      const inCorner = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
      if (!inCorner) square(x, y, 2, (ring) => ring !== 1);
    }
  putFormat(base, put, level, 0);
  if (version >= 7) {
    const bits = withRemainder(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [across, along] = [size - 11 + (i % 3), Math.floor(i / 3)];
      put(base, across, along, (bits >> i) & 1);
      put(base, along, across, (bits >> i) & 1);
    }
  }
  fill(base, fixed, codewords);
  const candidates = MASKS.map((turns, mask) => {
    const matrix = base.map((row, y) =>
      row.map((module, x) => (fixed[y]![x] === 0 && turns(x, y) ? module ^ 1 : module)),
    );
    putFormat(matrix, put, level, mask);
    return matrix;
  });
  const penalties = candidates.map(penalty);
  return candidates[penalties.indexOf(Math.min(...penalties))]!;
}

/** Writes the level and mask twice, as the standard requires. */
function putFormat(
  matrix: Uint8Array[],
  put: (matrix: Uint8Array[], x: number, y: number, dark: number) => void,
  level: EcLevel,
  mask: number,
): void {
  const size = matrix.length;
  const bits = withRemainder((level === 'L' ? 8 : 0) | mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const bit = (bits >> i) & 1;
    // One copy is in the top left corner, the other is split between the two neighbouring corners.
    const near = i < 6 ? i : i + 1;
    if (i < 8) put(matrix, 8, near, bit);
    else put(matrix, i === 8 ? 7 : 14 - i, 8, bit);
    if (i < 8) put(matrix, size - 1 - i, 8, bit);
    else put(matrix, 8, size - 15 + i, bit);
  }
  put(matrix, 8, size - 8, 1);
}

/** Writes the codewords in pairs of columns, from right to left, alternately upwards and downwards. */
function fill(matrix: Uint8Array[], fixed: readonly Uint8Array[], codewords: readonly number[]): void {
  const size = matrix.length;
  let at = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let i = 0; i < 2 * size; i++) {
      const x = right - (i % 2);
      const y = up ? size - 1 - (i >> 1) : i >> 1;
      if (fixed[y]![x] === 1) continue;
      matrix[y]![x] = ((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
      at++;
    }
  }
}

/**
 * The penalty for features that confuse readers: long runs, squares, patterns that resemble finder patterns, an excess
 * of one colour.
 */
function penalty(matrix: readonly Uint8Array[]): number {
  const size = matrix.length;
  const rows = matrix.map((row) => row.join(''));
  const columns = rows.map((_, x) => matrix.map((row) => row[x]).join(''));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const [above, row] = [matrix[y - 1]!, matrix[y]!];
      if (row[x] === row[x - 1] && row[x] === above[x] && row[x] === above[x - 1]) sum += 3;
    }
  const dark = rows.join('').replaceAll('0', '').length;
  return sum + 10 * Math.floor(Math.abs((dark * 20) / size ** 2 - 10));
}

/** The dark modules as one SVG path, with one unit per module. */
export function pathOf(matrix: readonly Uint8Array[]): string {
  return matrix
    .flatMap((row, y) =>
      [...row.join('').matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');
}
