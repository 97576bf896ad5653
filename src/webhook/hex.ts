/** `length` bytes out of the lower-case hex digits in `text` from `start` on; the caller has checked that they are. */
export function hexToBytes(text: string, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0, at = start; i < length; i++, at += 2) {
    bytes[i] = digit(text.charCodeAt(at)) * 16 + digit(text.charCodeAt(at + 1));
  }
  return bytes;
}

/** Lower-case hex digits, two per byte. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** ASCII has the value of 0–9 in the low four bits, and 9 less than that of a–f; only letters have bit 6 set. */
function digit(code: number): number {
  return (code & 15) + (code >> 6) * 9;
}
