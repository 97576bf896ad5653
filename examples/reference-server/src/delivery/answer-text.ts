/**
 * The body of an answer as text that PostgreSQL can store: It is read as UTF-8, whatever its content type says. Invalid
 * bytes, and NUL, become U+FFFD. Compressed bodies are not unpacked.
 *
 * @param cutOff whether the body is longer; an incomplete character at the end is then left out
 */
export function answerText(bytes: Uint8Array, cutOff: boolean): string {
  return new TextDecoder().decode(bytes, { stream: cutOff }).replaceAll('\0', '\ufffd');
}
