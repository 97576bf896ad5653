/** Whether UTF-8 can encode `text`: it must not contain a lone surrogate. */
export function isWellFormed(text: string): boolean {
  // Neither the ES2022 typings nor older browsers have `isWellFormed`. On Latin-1 text it costs nothing.
  const native = (text as { isWellFormed?: () => boolean }).isWellFormed;
  return native ? native.call(text) : !/\p{Cs}/u.test(text);
}
