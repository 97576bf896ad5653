import type { Path } from './read.js';

const STEP = /\.?([A-Za-z_$][\w$]*)|\[(\d{1,15})\]|\[("(?:[^"\\]|\\.)*")\]/y;
/** How many characters of a field are read. */
const MAX_LENGTH = 4_000;

/**
 * The path of a field given as text, for issues that came from the service. Text that is not a field gives the path of
 * the document.
 */
export function pathOf(field: string): Path {
  if (field.length > MAX_LENGTH) return [];
  const path: (string | number)[] = [];
  for (let end = 0; end < field.length; end = STEP.lastIndex) {
    STEP.lastIndex = end;
    const [, name, index, quoted] = STEP.exec(field) ?? [];
    const key = quoted === undefined ? name : unquoted(quoted);
    if (index !== undefined) path.push(Number(index));
    else if (key !== undefined) path.push(key);
    else return [];
  }
  return path;
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
