/** Whether UTF-8 can encode `text`: it has no lone surrogate. */
export function isWellFormed(text: string): boolean {
  // `isWellFormed` is not in ES2022's types, and older browsers lack it; on Latin-1 text it costs nothing.
  const native = (text as { isWellFormed?: () => boolean }).isWellFormed;
  return native ? native.call(text) : !/\p{Cs}/u.test(text);
}
