/** Reed–Solomon codewords over GF(2⁸) with the polynomial 0x11d, as used in QR codes. */

const POWERS = new Uint8Array(255);
const LOGARITHMS = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
  POWERS[i] = value;
  LOGARITHMS[value] = i;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

const product = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : POWERS[(LOGARITHMS[a]! + LOGARITHMS[b]!) % 255]!;

/** The coefficients of ∏ (x − 2ⁱ), without the leading 1. */
function generator(degree: number): number[] {
  let polynomial = [1];
  for (let i = 0; i < degree; i++) {
    const shifted = [0, ...polynomial.map((each) => product(each, POWERS[i]!))];
    polynomial = [...polynomial, 0].map((each, k) => each ^ shifted[k]!);
  }
  return polynomial.slice(1);
}

/** The error correction codewords of a block: the remainder of its data divided by the generator polynomial. */
export function correctionOf(data: Uint8Array, count: number): Uint8Array {
  const divisor = generator(count);
  const remainder = new Uint8Array(count + 1);
  for (const codeword of data) {
    const factor = codeword ^ remainder[0]!;
    remainder.copyWithin(0, 1);
    for (const [i, each] of divisor.entries()) remainder[i]! ^= product(each, factor);
  }
  return remainder.slice(0, count);
}
