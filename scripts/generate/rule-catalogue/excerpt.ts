/** Excerpts of documents for the code pages. */

const WIDTH = 92;

/**
 * The members of a document that contain the fields, as JSON. From an array, only the elements that contain one of the
 * fields, with a comment if their index is not obvious. Without fields, the whole document; '' if the document has none
 * of the fields.
 */
export function excerpt(document: unknown, fields: readonly string[]): string {
  if (!isObject(document) || fields.every((field) => field === '')) return fenced(printed(document, 0));
  const named = [...new Set(fields.map((field) => /^[^.[]+/.exec(field)?.[0] ?? ''))];
  const members = Object.entries(document)
    .filter(([name]) => named.includes(name))
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${memberText(name, value, fields)}`);
  return members.length === 0 ? '' : fenced(`{\n${members.join(',\n')}\n}`);
}

const fenced = (text: string): string => `\`\`\`jsonc\n${text}\n\`\`\``;

function memberText(name: string, value: unknown, fields: readonly string[]): string {
  if (!Array.isArray(value)) return printed(value, 2);
  const whole = fields.includes(name);
  const shown = value.flatMap((element: unknown, i) =>
    whole || fields.some((field) => field === `${name}[${i}]` || field.startsWith(`${name}[${i}].`))
      ? [{ element, i }]
      : [],
  );
  const lines = shown.map(({ element, i }, place) => {
    const at = i === place ? '' : `    // ${name}[${i}]\n`;
    return `${at}    ${printed(element, 4)}`;
  });
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
}

/** JSON in which each value takes one line if it fits. */
function printed(value: unknown, indent: number): string {
  const inline = inOneLine(value);
  if (indent + inline.length <= WIDTH || typeof value !== 'object' || value === null) return inline;
  const inner = ' '.repeat(indent + 2);
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((each: unknown) => printed(each, indent + 2))]
    : ['{', '}', Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${printed(each, indent + 2)}`)];
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(inOneLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inOneLine(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
