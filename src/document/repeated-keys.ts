import { fieldBelow } from '../field-path.js';
import { MAX_DEPTH } from './free-form.js';

/**
 * The number of keys in JSON text, or more: a colon after a quotation mark or white space is counted also inside a
 * string. So if a value read from the text has as many keys, no object of the text has a key twice. To look for colons
 * costs a tenth of the time of JSON.parse (measured).
 *
 * @param text JSON that was read
 */
export function mostKeys(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === QUOTE || before <= SPACE) count++;
  }
  return count;
}

/** The number of keys of all objects in a value that was read from JSON; NaN if it is nested too deep to be valid. */
export function countKeys(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (level > MAX_DEPTH) return NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const element of value) if (typeof element === 'object') count += countKeys(element, level + 1);
    return count;
  }
  const source = value as Readonly<Record<string, unknown>>;
  for (const key in source) {
    count++;
    const member = source[key];
    if (typeof member === 'object') count += countKeys(member, level + 1);
  }
  return count;
}

/**
 * The most characters of the keys and indices that lead to an object. Keys that are repeated farther inside count as one
 * issue, at the first object or array that is beyond: otherwise an answer could be many times as long as the document.
 */
const LONGEST_PATH = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** Receives the path of a repeated key, step by step and as text. */
export type OnRepeated = (path: readonly (string | number)[], field: string) => void;

/**
 * Reports every key that an object of JSON text has twice or more; a key that it has three times is reported twice.
 * Reads the text in a loop, so that deep nesting does not overflow the stack.
 *
 * @param text JSON that was read
 */
export function repeatedKeys(text: string, report: OnRepeated): void {
  let top: Open | undefined;
  let at = 0;
  while (at < text.length) {
    switch (text.charAt(at)) {
      case '{':
        top = new Open(top, new Set());
        break;
      case '[':
        top = new Open(top, undefined);
        break;
      case '}':
      case ']':
        top = top!.parent;
        break;
      case ',':
        top!.next();
        break;
      case '"': {
        const end = endOfString(text, at);
        if (top?.atKey === true) top.readKey(keyOf(text, at, end), report);
        at = end;
        continue;
      }
    }
    at++;
  }
}

/** An object or array that is open where the text is read. */
class Open {
  /** The key or index of the member that is read. */
  private step: string | number;
  /** Whether the next string is a key. */
  atKey: boolean;
  /** Characters of the keys and indices that lead here. */
  private readonly length: number;
  /** The first one around this one, or this one itself, whose path is too long. */
  private readonly beyond: Open | undefined;
  private reported = false;
  private ownPath: readonly (string | number)[] | undefined;
  private ownField: string | undefined;

  /** @param keys the keys so far; undefined: an array */
  constructor(
    readonly parent: Open | undefined,
    private readonly keys: Set<string> | undefined,
  ) {
    this.step = keys === undefined ? 0 : '';
    this.atKey = keys !== undefined;
    this.length = parent === undefined ? 0 : parent.length + String(parent.step).length + 1;
    this.beyond = parent?.beyond ?? (this.length > LONGEST_PATH ? this : undefined);
  }

  next(): void {
    if (typeof this.step === 'number') this.step++;
    else this.atKey = true;
  }

  readKey(key: string, report: OnRepeated): void {
    const { beyond } = this;
    this.atKey = false;
    this.step = key;
    if (!this.keys!.has(key)) {
      this.keys!.add(key);
    } else if (beyond === undefined) {
      report([...this.path(), key], fieldBelow(this.field(), key));
    } else if (!beyond.reported) {
      beyond.reported = true;
      report(beyond.path(), beyond.field());
    }
  }

  private path(): readonly (string | number)[] {
    const { parent } = this;
    return (this.ownPath ??= parent === undefined ? [] : [...parent.path(), parent.step]);
  }

  private field(): string {
    const { parent } = this;
    return (this.ownField ??= parent === undefined ? '' : fieldBelow(parent.field(), parent.step));
  }
}

/** The offset behind a string that begins at an offset. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    // An even number of backslashes: they escape each other, and not the quotation mark.
    if ((at - before) % 2 === 1) return at + 1;
  }
}

function keyOf(text: string, start: number, end: number): string {
  const quoted = text.slice(start, end);
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
