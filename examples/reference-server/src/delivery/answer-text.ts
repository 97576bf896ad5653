/**
 * A response body as text that PostgreSQL can store: decoded as UTF-8, regardless of the content type. Invalid bytes
 * and NUL become U+FFFD. Compressed bodies stay compressed.
 *
 * @param cutOff whether the body was cut off; if so, an incomplete last character is dropped
 */
export function answerText(bytes: Uint8Array, cutOff: boolean): string {
  return new TextDecoder().decode(bytes, { stream: cutOff }).replaceAll('\0', '\ufffd');
}

/** The start of a response text, cut to at most `maxBytes` bytes of UTF-8, without an incomplete last character. */
export function cutAnswer(answer: string, maxBytes: number): string {
  const bytes = Buffer.from(answer);
  return bytes.length <= maxBytes ? answer : new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}
