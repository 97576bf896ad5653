/**
 * The body of an answer as text that PostgreSQL can store: UTF-8 whatever its content type says, where bytes that are
 * none, and NUL, become U+FFFD. Compressed bodies are not unpacked.
 *
 * @param cutOff whether more would have followed: a character that the cut went through is then left out
 */
export function answerText(bytes: Uint8Array, cutOff: boolean): string {
  return new TextDecoder().decode(bytes, { stream: cutOff }).replaceAll('\0', '\ufffd');
}
