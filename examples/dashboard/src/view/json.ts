/** The maximum length of a text to format, in characters. Indentation can make a text two hundred times as long. */
const MAX_LENGTH = 65_536;

/** Formats JSON with line breaks. Returns the text unchanged if it is too long or too deeply nested. */
export function prettyJson(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
