/** Line breaks are added only up to this many characters: indentation can make a text two hundred times as long. */
const MAX_LENGTH = 65_536;

/** JSON with line breaks; the text as it is if it is long, or nested too deep to be formatted. */
export function prettyJson(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
