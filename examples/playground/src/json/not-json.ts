import { scanJson } from './scan.js';

/** An explanation of why the text is not JSON. */
export interface NotJsonText {
  readonly kind: NotJsonKind;
  /** The explanation as a sentence. */
  readonly say: string;
  /** The label of the button that repairs the text; empty if it cannot be repaired. */
  readonly button: string;
  /** The repaired text, which is valid JSON; undefined if the text cannot be repaired. */
  readonly text: string | undefined;
}

export type NotJsonKind =
  | 'object'
  | 'trailingComma'
  | 'comments'
  | 'python'
  | 'yaml'
  | 'csv'
  | 'html'
  | 'xml'
  | 'cut'
  | 'bytes'
  | 'other';

/** The maximum length of text to repair, in characters. */
const MAX_LENGTH = 2_000_000;

/** @param at the offset at which the text stops being valid JSON */
export function notJson(text: string, at: number): NotJsonText {
  const start = text.trimStart();
  const plain = (kind: NotJsonKind, say: string): NotJsonText => ({ kind, say, button: '', text: undefined });
  if (/^[^\n]*[\0-\x08\x0e-\x1f\ufffd]/.test(start.slice(0, 200)) || start.startsWith('%PDF'))
    return plain('bytes', `This is not a text file. It starts with ${JSON.stringify(start.slice(0, 8))}.`);
  if (/^<(?:!doctype html|html|head|body|div|p)\b/i.test(start))
    return plain('html', 'This is a web page, not a receipt.');
  if (/^<[?a-z]/i.test(start)) return plain('xml', 'This is XML. Convert it to a receipt first.');
  const lenient = text.length > MAX_LENGTH ? undefined : readLenient(text);
  if (lenient !== undefined && /^[{[]/.test(lenient.json.trimStart()) && scanJson(lenient.json).ok)
    return { ...repairOf(lenient, text), text: lenient.json };
  if (!/^[[{]/.test(start)) {
    const lines = start.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > 1 && lines.every((line) => /^\s*(?:-\s|[\w"'-]+\s*:|#)/.test(line)))
      return plain('yaml', 'This looks like YAML. Convert it to JSON first.');
    if (isTable(lines)) return plain('csv', 'This looks like a table. A receipt must be a JSON object.');
  }
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const found = at < text.length ? JSON.stringify(text[at]) : 'end of text';
  return plain('other', `Unexpected ${found} at line ${line}, column ${column}.`);
}

function isTable(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  return [',', ';', '\t'].some((separator) => {
    const cells = lines.map((line) => line.split(separator).length);
    return cells[0]! > 1 && cells.every((count) => count === cells[0]);
  });
}

/** The result of reading the text leniently: the JSON, and the syntax from other languages that the text contains. */
interface Lenient {
  readonly json: string;
  readonly comments: number;
  readonly python: boolean;
  /** Whether the text contains unquoted names or single quotes. */
  readonly quotes: boolean;
  /** The offset of the first trailing comma, and the closing bracket after it. */
  readonly comma: { readonly at: number; readonly closing: string } | undefined;
  /** The number of brackets that are not closed. */
  readonly open: number;
}

const TOKEN =
  /\s+|(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|#[^\n]*)|("(?:[^"\\\n]|\\[\s\S])*"?)|('(?:[^'\\\n]|\\[\s\S])*'?)|([A-Za-z_$][\w$]*)|\S/gy;
const PYTHON: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** Reads text that may contain JavaScript or Python syntax. Returns undefined if the text cannot be read. */
function readLenient(text: string): Lenient | undefined {
  const parts: string[] = [];
  const closing: string[] = [];
  let [comments, python, quotes] = [0, false, false];
  let comma: Lenient['comma'];
  /** The index in `parts` of a comma followed so far only by white space and comments. */
  let pending: { readonly part: number; readonly at: number } | undefined;
  for (const match of text.matchAll(TOKEN)) {
    const [token, comment, double, single, word] = match;
    if (comment !== undefined || /^\s/.test(token)) {
      if (comment === undefined) parts.push(token);
      else comments++;
      continue;
    }
    const isEnd = token === '}' || token === ']';
    if (isEnd && pending !== undefined) {
      parts[pending.part] = '';
      comma ??= { at: pending.at, closing: token };
    }
    pending = token === ',' ? { part: parts.length, at: match.index } : undefined;
    if (isEnd && closing.pop() !== token) return undefined;
    if (token === '{') closing.push('}');
    else if (token === '[') closing.push(']');
    if (single !== undefined) {
      if (!/^'[\s\S]*'$/.test(single)) return undefined;
      quotes = true;
      parts.push(doubleQuoted(single.slice(1, -1)));
    } else if (word !== undefined) {
      const value = PYTHON[word];
      python ||= value !== undefined;
      const isName = value === undefined && !['true', 'false', 'null'].includes(word);
      quotes ||= isName;
      parts.push(value ?? (isName ? `"${word}"` : word));
    } else if (double?.length === 1 || (double !== undefined && !double.endsWith('"'))) {
      // An unclosed string is allowed only at the end of the text, which may have been truncated.
      if (match.index + token.length < text.length) return undefined;
      parts.push(`${double}"`);
    } else parts.push(token);
  }
  if (pending !== undefined && closing.length > 0) parts[pending.part] = '';
  const open = closing.length;
  const end = closing.reverse().join('');
  return { json: `${parts.join('')}${end}`, comments, python, quotes, comma, open };
}

const doubleQuoted = (text: string): string => `"${text.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"')}"`;

function repairOf({ comments, python, quotes, comma, open }: Lenient, text: string): Omit<NotJsonText, 'text'> {
  if (open > 0)
    return {
      kind: 'cut',
      say: `The text is incomplete: ${open === 1 ? '1 bracket is' : `${open} brackets are`} not closed.`,
      button: 'Close them',
    };
  if (python) return { kind: 'python', say: 'This is Python, not JSON.', button: 'Convert to JSON' };
  if (quotes) return { kind: 'object', say: 'This is JavaScript, not JSON.', button: 'Convert to JSON' };
  if (comments > 0)
    return { kind: 'comments', say: `JSON does not allow comments (${comments} found).`, button: 'Remove them' };
  const line = text.slice(0, comma?.at ?? 0).split('\n').length;
  return {
    kind: 'trailingComma',
    say: `JSON does not allow the comma before ${comma?.closing ?? 'the end'} on line ${line}.`,
    button: 'Remove it',
  };
}
