/**
 * The repeated keys in JSON text, each once, found by a parser independent of the library's: recursive, with one
 * regular expression for all tokens. Undefined if the text is nested too deep for this parser.
 */
export function repeatedFields(text: string): string[] | undefined {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  const fields = new Set<string>();
  let at = 0;
  function value(field: string): void {
    const token = tokens[at++];
    if (token === '{') members(field);
    else if (token === '[') elements(field);
  }
  function members(field: string): void {
    const keys: string[] = [];
    while (tokens[at] !== '}') {
      const key = JSON.parse(tokens[at]!) as string;
      const name = /^[A-Za-z_$][\w$]*$/.test(key) ? (field === '' ? key : `.${key}`) : `[${JSON.stringify(key)}]`;
      if (keys.includes(key)) fields.add(field + name);
      keys.push(key);
      at += 2;
      value(field + name);
      if (tokens[at] === ',') at++;
    }
    at++;
  }
  function elements(field: string): void {
    for (let i = 0; tokens[at] !== ']'; i++) {
      value(`${field}[${i}]`);
      if (tokens[at] === ',') at++;
    }
    at++;
  }
  try {
    value('');
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return [...fields].sort();
}
