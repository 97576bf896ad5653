/**
 * SHA-1 and SHA-256 (FIPS 180-4) at once, without a promise, on every runtime. They identify receipts here, and keep no
 * secret: time does not matter.
 */

const BLOCK = 64;

/** The first `count` primes. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** The first 32 bits of the fraction of a root of a prime: exact, where powers of doubles are not. */
function fractionOfRoot(prime: number, degree: number): number {
  const value = BigInt(prime) << BigInt(32 * degree);
  let root = 0n;
  for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) if ((root | bit) ** BigInt(degree) <= value) root |= bit;
  return Number(BigInt.asIntN(32, root));
}

const rotateLeft = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** The message with its padding, in blocks of 16 words. */
function blocksOf(bytes: Uint8Array): Int32Array[] {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  return Array.from({ length: length / BLOCK }, (_, block) =>
    Int32Array.from({ length: 16 }, (__, word) => view.getInt32(block * BLOCK + word * 4)),
  );
}

function toBytes(words: Int32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, i) => view.setInt32(i * 4, word));
  return new Uint8Array(view.buffer);
}

const SHA1_START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const SHA1_ROUNDS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

export function sha1(bytes: Uint8Array): Uint8Array {
  const hash = Int32Array.from(SHA1_START);
  for (const block of blocksOf(bytes)) {
    const words = [...block];
    for (let t = 16; t < 80; t++)
      words.push(rotateLeft(words[t - 3]! ^ words[t - 8]! ^ words[t - 14]! ^ words[t - 16]!, 1));
    let [a, b, c, d, e] = hash as unknown as [number, number, number, number, number];
    words.forEach((word, t) => {
      const round = Math.floor(t / 20);
      const mixed = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const next = (rotateLeft(a, 5) + mixed + e + SHA1_ROUNDS[round]! + word) | 0;
      [a, b, c, d, e] = [next, a, rotateLeft(b, 30), c, d];
    });
    [a, b, c, d, e].forEach((word, i) => (hash[i]! += word));
  }
  return toBytes(hash);
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const numbers = primes(64);
  const rounds = numbers.map((prime) => fractionOfRoot(prime, 3));
  const hash = Int32Array.from(numbers.slice(0, 8), (prime) => fractionOfRoot(prime, 2));
  for (const block of blocksOf(bytes)) {
    const words = [...block];
    for (let t = 16; t < 64; t++) {
      const [far, near] = [words[t - 15]!, words[t - 2]!];
      const s0 = rotateLeft(far, 25) ^ rotateLeft(far, 14) ^ (far >>> 3);
      const s1 = rotateLeft(near, 15) ^ rotateLeft(near, 13) ^ (near >>> 10);
      words.push((words[t - 16]! + s0 + words[t - 7]! + s1) | 0);
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    words.forEach((word, t) => {
      const sigma1 = rotateLeft(e, 26) ^ rotateLeft(e, 21) ^ rotateLeft(e, 7);
      const sigma0 = rotateLeft(a, 30) ^ rotateLeft(a, 19) ^ rotateLeft(a, 10);
      const first = (h + sigma1 + ((e & f) ^ (~e & g)) + rounds[t]! + word) | 0;
      const second = (sigma0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    });
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i]! += word));
  }
  return toBytes(hash);
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
