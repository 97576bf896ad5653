/**
 * Patterns of the schema as loops over character codes. They take at most a third of the time of the regular
 * expressions (measured on freshly parsed JSON). The generator of the structure pass maps each pattern to its loop, and
 * a test compares the two.
 */

/** Whether a text has this length, and all its characters are from `first` to `last`. */
export function isRun(text: string, length: number, first: number, last: number): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < first || code > last) return false;
  }
  return true;
}

/** Whether a text is a language tag of the usual form, language and region: `sv-SE`. Other forms may be valid too. */
export function isPlainLocale(text: string): boolean {
  return (
    text.length === 5 &&
    text.charCodeAt(2) === 0x2d &&
    isLetter(text, 0) &&
    isLetter(text, 1) &&
    isLetter(text, 3) &&
    isLetter(text, 4)
  );
}

function isLetter(text: string, at: number): boolean {
  // Upper and lower case differ in this bit.
  const code = text.charCodeAt(at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}
