/** Characters up to which line breaks are added: indenting can make a text two hundred times as long. */
const LONGEST = 65_536;

/** JSON with line breaks; the text as it is where it is long, or nests too deep to be written anew. */
export function prettyJson(text: string): string {
  if (text.length > LONGEST) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
