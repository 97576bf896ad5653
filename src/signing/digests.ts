import { fromGiven, fromText } from './template.js';
import { none, orNone, part } from './text.js';
import type { GreekUidGiven } from './types.js';

/**
 * The OKP of a Slovak receipt: the SHA-1 of the bytes of its PKP, in five groups. Undefined for a string that is not
 * base64.
 *
 * Source: a published pair of PKP and OKP, which this function reproduces. We found no specification of the string that
 * the PKP signs.
 *
 * @param text the PKP, base64
 * @throws UsageError
 */
export function skOkp(text: string): string | undefined {
  return fromText(text, () => {
    const bytes = Uint8Array.from(atob(part(text)), (character) => character.charCodeAt(0));
    return sha1(bytes).replace(/.{8}(?=.)/g, '$&-');
  });
}

/** The byte in ISO 8859-7, which contains the Greek letters in Unicode order. */
function greekByte(character: string): number {
  const code = character.charCodeAt(0);
  if (code < 0x80) return code;
  return code >= 0x384 && code <= 0x3ce ? code - 0x2d0 : none();
}

/**
 * The UID of a Greek document in myDATA: the SHA-1 of tax number, date, branch, type, series and number, upper-case
 * hexadecimal. The text is encoded in ISO 8859-7. Undefined for letters that are neither Greek nor ASCII.
 *
 * Source: AADE, myDATA REST API.
 *
 * @throws UsageError
 */
export function grUid(given: GreekUidGiven): string | undefined {
  const text = fromGiven('{afm}-{date!}{YYYY}-{MM}-{DD}-{branch}-{type}-{series?}-{number}', '-', given);
  return text === undefined ? undefined : orNone(() => sha1(Uint8Array.from(text, greekByte)).toUpperCase());
}

/**
 * SHA-1 and SHA-256 (FIPS 180-4), synchronous and on every runtime. Here they identify receipts, and protect no
 * secrets, so they need not run in constant time.
 */

/** Computes the next word of the message schedule from the previous words. */
type Expand = (words: readonly number[], t: number) => number;
type Step = (state: readonly number[], word: number, t: number) => readonly number[];

const rotate = (word: number, left: number): number => (word << left) | (word >>> (32 - left));

/** The digest in hexadecimal. */
function digest(bytes: Uint8Array, start: readonly number[], rounds: number, expand: Expand, step: Step): string {
  const message: number[] = [];
  [...bytes, 0x80].forEach((byte, i) => (message[i >> 2] = (message[i >> 2] ?? 0) | (byte << (24 - 8 * (i & 3)))));
  // The last two words of the last block contain the length in bits.
  const end = (((bytes.length + 8) >> 6) + 1) << 4;
  message[end - 2] = bytes.length >>> 29;
  message[end - 1] = bytes.length << 3;
  let hash = start;
  for (let at = 0; at < end; at += 16) {
    const words: number[] = [];
    let state = hash;
    for (let t = 0; t < rounds; t++) {
      words[t] = (t < 16 ? (message[at + t] ?? 0) : expand(words, t)) | 0;
      state = step(state, words[t]!, t);
    }
    hash = hash.map((word, i) => (word + state[i]!) | 0);
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const SHA1_START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const SHA1_ROUNDS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

/** @returns 40 hexadecimal digits */
export const sha1 = (bytes: Uint8Array): string =>
  digest(
    bytes,
    SHA1_START,
    80,
    (words, t) => rotate(words[t - 3]! ^ words[t - 8]! ^ words[t - 14]! ^ words[t - 16]!, 1),
    (state, word, t) => {
      const [a, b, c, d, e] = state as [number, number, number, number, number];
      const round = Math.floor(t / 20);
      const mixed = [(b & c) | (~b & d), b ^ c ^ d, (b & c) | (b & d) | (c & d), b ^ c ^ d][round]!;
      return [(rotate(a, 5) + mixed + e + SHA1_ROUNDS[round]! + word) | 0, a, rotate(b, 30), c, d];
    },
  );

/**
 * The first 32 bits of the fractional part of a root. Uses BigInt, because powers of floating-point numbers are not
 * exact.
 */
function fractionOfRoot(of: number, degree: bigint): number {
  let root = 0n;
  for (let bit = 1n << 40n; bit > 0n; bit >>= 1n)
    if ((root + bit) ** degree <= BigInt(of) << (32n * degree)) root += bit;
  return Number(BigInt.asIntN(32, root));
}

/** Combines two rotations and a third word. The four sigma functions of SHA-256 all have this form. */
const mix = (word: number, first: number, second: number, third: number): number =>
  rotate(word, first) ^ rotate(word, second) ^ third;

/** @returns 64 hexadecimal digits */
export function sha256(bytes: Uint8Array): string {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const constants = primes.map((prime) => fractionOfRoot(prime, 3n));
  return digest(
    bytes,
    primes.slice(0, 8).map((prime) => fractionOfRoot(prime, 2n)),
    64,
    (words, t) => {
      const [far, near] = [words[t - 15]!, words[t - 2]!];
      return words[t - 16]! + words[t - 7]! + mix(far, 25, 14, far >>> 3) + mix(near, 15, 13, near >>> 10);
    },
    (state, word, t) => {
      const [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
      const first = h + mix(e, 26, 21, rotate(e, 7)) + ((e & f) ^ (~e & g)) + constants[t]! + word;
      return [
        (first + mix(a, 30, 19, rotate(a, 10)) + ((a & b) ^ (a & c) ^ (b & c))) | 0,
        a,
        b,
        c,
        (d + first) | 0,
        e,
        f,
        g,
      ];
    },
  );
}
