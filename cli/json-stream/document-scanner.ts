import * as byte from './bytes.js';
import type { Bookmark, LineCursor } from './line-cursor.js';
import { Nesting } from './nesting.js';

const { KIND, STOPS_IN_STRING } = byte;

/** How a document stands: still open, at its end, or cut short by what must be the beginning of the next one. */
export type Standing = 'open' | 'complete' | 'cut';

type Reading = 'tokens' | 'string' | 'scalar' | 'debris';

/** Follows one document byte by byte to its end, knowing just enough of the grammar to tell where one was cut short. */
export class DocumentScanner {
  standing: Standing = 'complete';
  /** A nested value that could be the next document, should this one turn out to have been cut short. */
  candidate: Bookmark | undefined;

  private readonly cursor: LineCursor;
  private readonly nesting = new Nesting();
  private reading: Reading = 'tokens';
  private column = 1;
  private inArray = false;
  private candidateDepth = 0;
  /** Whether only white space stood on this line so far. */
  private fresh = false;
  /** Whether the grammar allows a value after the last token. */
  private valueAllowed = false;
  /** Whether the last byte was a backslash in a string. */
  private escaped = false;

  constructor(cursor: LineCursor) {
    this.cursor = cursor;
  }

  /** A document begins with this byte. */
  begin(first: number, offset: number, inArray: boolean): void {
    const kind = KIND[first];
    this.standing = 'open';
    this.candidate = undefined;
    this.candidateDepth = 0;
    this.column = this.cursor.column(offset);
    this.inArray = inArray;
    this.fresh = false;
    this.escaped = false;
    this.nesting.clear();
    if (kind === byte.OPEN) this.reading = 'tokens';
    else if (kind === byte.QUOTE) this.reading = 'string';
    else this.reading = byte.beginsScalar(first) ? 'scalar' : 'debris';
    if (kind === byte.OPEN) this.open(first);
    if (kind === byte.HIGH) this.cursor.high(first);
  }

  /**
   * Reads on to the end of the document or of the chunk.
   *
   * @param base offset of the chunk in the input
   * @returns index of the first byte not read
   */
  read(chunk: Uint8Array, from: number, base: number): number {
    if (this.reading === 'tokens') return this.tokens(chunk, from, base);
    if (this.reading === 'string') return this.wholeString(chunk, from);
    return this.run(chunk, from);
  }

  /** The input is at its end: only a number, a word or debris can end so. */
  end(): void {
    this.standing = this.reading === 'scalar' || this.reading === 'debris' ? 'complete' : 'cut';
  }

  private tokens(chunk: Uint8Array, from: number, base: number): number {
    for (let at = from; at < chunk.length; at++) {
      const found = chunk[at]!;
      switch (KIND[found]) {
        case byte.SPACE:
          continue;
        case byte.NEWLINE:
          this.cursor.newLine(base + at + 1);
          this.fresh = true;
          continue;
        case byte.QUOTE:
          this.valueAllowed = false;
          at = this.string(chunk, at + 1) - 1;
          break;
        case byte.OPEN:
          if (this.fresh && this.beginsAnother(base + at)) {
            this.standing = 'cut';
            return at;
          }
          this.open(found);
          break;
        case byte.CLOSE:
          this.close(found);
          if (this.nesting.depth > 0) break;
          this.standing = 'complete';
          return at + 1;
        default:
          this.other(found);
      }
      this.fresh = false;
    }
    return chunk.length;
  }

  /** A comma, a colon, or a byte of a number or word. */
  private other(found: number): void {
    const { cursor, nesting } = this;
    if (found === byte.COMMA_SIGN) {
      if (nesting.depth === this.candidateDepth) this.candidate = undefined;
      this.valueAllowed = nesting.inArray;
    } else {
      this.valueAllowed = KIND[found] === byte.COLON;
      if (KIND[found] === byte.HIGH) cursor.high(found);
    }
  }

  private open(bracket: number): void {
    this.nesting.push(bracket);
    this.valueAllowed = bracket === byte.LEFT_BRACKET;
  }

  private close(bracket: number): void {
    if (this.nesting.depth === this.candidateDepth) this.candidate = undefined;
    this.nesting.pop(bracket);
    this.valueAllowed = false;
  }

  /**
   * Whether the bracket that begins a line begins another document. It does where the grammar allows no value and it
   * stands no further right than this document. Where a value is allowed it may still turn out to have done so:
   * `{"items":[` may be the rest of a line that was lost, and the lines below it documents of their own. What follows
   * the value tells: a comma or the bracket that closes its parent say that it belongs here.
   */
  private beginsAnother(offset: number): boolean {
    if (this.cursor.column(offset) > this.column) return false;
    if (!this.valueAllowed) return true;
    if (this.candidate === undefined) {
      this.candidate = this.cursor.bookmark(offset);
      this.candidateDepth = this.nesting.depth;
    }
    return false;
  }

  /** A document that is a string, or one that was in a string when the chunk ended. */
  private wholeString(chunk: Uint8Array, from: number): number {
    const at = this.string(chunk, from);
    if (this.reading === 'tokens' && this.nesting.depth === 0) this.standing = 'complete';
    return at;
  }

  /** Reads to behind the closing quote. A line end ends a string, too: none holds one, so the quote is missing. */
  private string(chunk: Uint8Array, from: number): number {
    let at = from;
    if (this.escaped && at < chunk.length) {
      this.escaped = false;
      if (isEscapable(chunk[at])) at++;
    }
    for (; at < chunk.length; at++) {
      const found = chunk[at]!;
      const stop = STOPS_IN_STRING[found];
      if (stop === 0) continue;
      if (stop === byte.HIGH) {
        this.cursor.high(found);
      } else if (found === byte.BACKSLASH) {
        if (at + 1 === chunk.length) this.escaped = true;
        else if (isEscapable(chunk[at + 1])) at++;
      } else {
        this.reading = 'tokens';
        return stop === byte.QUOTE ? at + 1 : at;
      }
    }
    this.reading = 'string';
    return chunk.length;
  }

  /** Reads a number or word to its end; debris, which can be anything, to the line's end or what may be a document. */
  private run(chunk: Uint8Array, from: number): number {
    const scalar = this.reading === 'scalar';
    for (let at = from; at < chunk.length; at++) {
      const found = chunk[at]!;
      const kind = KIND[found]!;
      if (kind === byte.HIGH) this.cursor.high(found);
      else if (scalar ? kind !== byte.OTHER : this.endsDebris(found, kind)) {
        this.standing = 'complete';
        return at;
      }
    }
    return chunk.length;
  }

  private endsDebris(found: number, kind: number): boolean {
    if (kind === byte.NEWLINE || kind === byte.OPEN) return true;
    return this.inArray && (kind === byte.COMMA || found === byte.RIGHT_BRACKET);
  }
}

/** Whether a backslash takes away this byte's meaning; that of the others does not matter here. */
function isEscapable(found: number | undefined): boolean {
  return found === byte.DOUBLE_QUOTE || found === byte.BACKSLASH;
}
