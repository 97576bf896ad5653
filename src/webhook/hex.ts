/** Reads `length` bytes from the lower-case hex digits of `text` at `start`. The caller has checked the digits. */
export function hexToBytes(text: string, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0, at = start; i < length; i++, at += 2) {
    bytes[i] = digit(text.charCodeAt(at)) * 16 + digit(text.charCodeAt(at + 1));
  }
  return bytes;
}

/** Lower-case hex digits, two per byte. */
export function bytesToHex(bytes: Uint8Array): string {
  const digits = '0123456789abcdef';
  let hex = '';
  for (const byte of bytes) hex += digits[byte >> 4]! + digits[byte & 15]!;
  return hex;
}

/**
 * In ASCII, the low four bits of 0–9 are the value, and the low four bits of a–f are the value minus 9. Only letters
 * have bit 6 set.
 */
function digit(code: number): number {
  return (code & 15) + (code >> 6) * 9;
}
