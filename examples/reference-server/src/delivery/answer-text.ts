/**
 * The body of a response as text that PostgreSQL can store: decoded as UTF-8, whatever its content type. Invalid bytes and
 * NUL become U+FFFD. Compressed bodies stay compressed.
 *
 * @param cutOff whether the body is longer; drops an incomplete last character
 */
export function answerText(bytes: Uint8Array, cutOff: boolean): string {
  return new TextDecoder().decode(bytes, { stream: cutOff }).replaceAll('\0', '\ufffd');
}
