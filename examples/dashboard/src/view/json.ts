/** The maximum length of the JSON to format, in characters. Indentation can make it two hundred times as long. */
const MAX_LENGTH = 65_536;

/** Formats JSON with line breaks. Returns JSON that is too long or too deeply nested unchanged. */
export function prettyJson(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
