import type { LineColumn } from '../text-places.js';
import { LineReader, type Line } from './lines.js';
import { ValueScan } from './value-scan.js';

/** Where a text is in the input, in bytes. Unknown after bytes on its line that are not UTF-8. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** The parts of a JSON stream, in input order. */
export type Frame = { readonly place: LineColumn } & (
  | { readonly kind: 'document'; readonly text: string; readonly value: unknown; readonly range?: ByteRange }
  /** Text that is not JSON. */
  | { readonly kind: 'broken'; readonly text: string; readonly isUtf8: boolean }
  /** Something not allowed between the documents of an array. */
  | { readonly kind: 'separator'; readonly found: string }
  /** A document above the size limit, skipped. */
  | { readonly kind: 'oversized' }
);

export type DocumentFrame = Extract<Frame, { readonly kind: 'document' }>;

type Frames = Generator<Frame, void, undefined>;
/** Yields frames, then returns the lines to reread before continuing. */
type Lines = Generator<Frame, readonly Line[], undefined>;

/** A document being read line by line. */
interface OpenDocument {
  readonly place: LineColumn;
  readonly scan: ValueScan;
  /** The lines of the document so far, and the offset of each. */
  readonly parts: { readonly line: Line; readonly from: number }[];
  length: number;
  /** The index of the first of these lines that could begin another document; 0 if there is none. */
  nextLine: number;
}

/** Limits rereading to a multiple of the input size, for files with many truncated lines. */
const MAX_REREADS = 8;
const SPACE = /[ \t\r\ufeff]*/y;

/**
 * Finds the documents in a stream of bytes: JSON texts one after the other (NDJSON, pretty-printed or not), and the
 * elements of top-level arrays. Takes linear time, and memory for one document.
 *
 * First tries to parse each line as one document, because finding a document's end costs as much as parsing it. A
 * malformed line is one frame, and so is a malformed multi-line document. A malformed multi-line document ends before
 * the next line that begins with a bracket and is not indented further than the document. Every NDJSON line meets this
 * condition; the inner lines of a pretty-printed document do not.
 */
export class JsonFramer {
  private readonly reader = new LineReader();
  /** What is allowed next inside a top-level array. */
  private array: 'element or ]' | 'element' | ', or ]' | 'anything' | undefined;
  private document: OpenDocument | undefined;
  /**
   * Set while skipping lines. Skipping stops at a line that begins with a bracket and is not indented further than
   * this.
   */
  private passing: number | undefined;
  private length = 0;
  private reread = 0;

  /**
   * @param maxLength the limit in UTF-16 code units; the framer skips longer documents, and reports them as `oversized`
   */
  constructor(private readonly maxLength: number) {}

  /** Takes the next bytes. */
  *push(chunk: Uint8Array): Frames {
    for (const line of this.reader.push(chunk)) {
      this.length += line.text.length;
      const document = this.wholeLine(line);
      if (document === undefined) yield* this.take([line]);
      else yield document;
    }
  }

  *end(): Frames {
    yield* this.take([...this.reader.end()]);
    while (this.document !== undefined) yield* this.take(yield* this.cutShort(this.document));
    if (this.array === undefined || this.array === 'anything') return;
    yield { kind: 'separator', found: 'end of text', place: this.reader.place };
  }

  /** The document on this line; undefined if there is none. Inside an array, the line may have a trailing comma. */
  private wholeLine(line: Line): Frame | undefined {
    const { text, isUtf8, place, isEnd } = line;
    if (this.document !== undefined || this.passing !== undefined || !isEnd || place.column > 1) return undefined;
    const begin = spaceEnd(text, 0);
    if (text[begin] !== '{' || this.array === ', or ]') return undefined;
    let whole = text.slice(begin).trimEnd();
    const hasComma = this.array !== undefined && whole.endsWith(',');
    if (hasComma) whole = whole.slice(0, -1).trimEnd();
    if (!whole.endsWith('}') || whole.length > this.maxLength) return undefined;
    const range = { start: line.byteAt(begin), length: Buffer.byteLength(whole) };
    const frame = frameOf(whole, isUtf8, { ...place, column: begin + 1 }, range);
    if (frame.kind !== 'document') return undefined;
    if (this.array !== undefined && this.array !== 'anything') this.array = hasComma ? 'element' : ', or ]';
    return frame;
  }

  /** Reads lines, and rereads those that turn out not to belong to a malformed document. */
  private *take(lines: readonly Line[]): Frames {
    const left = [...lines].reverse();
    for (let line = left.pop(); line !== undefined; line = left.pop()) {
      const again = yield* this.line(line);
      for (let i = again.length - 1; i >= 0; i--) left.push(again[i]!);
    }
  }

  private *line(line: Line): Lines {
    const { text, place, isEnd } = line;
    const indent = place.column === 1 ? bracketIndent(text) : undefined;
    if (this.passing !== undefined) {
      if (indent === undefined || indent > this.passing) return [];
      this.passing = undefined;
    }
    for (let at = 0; ;) {
      if (this.document === undefined) {
        at = spaceEnd(text, at);
        if (at === text.length) return [];
        const here = { ...place, column: place.column + at };
        const { isTaken, isAllowed } = this.separator(text[at]!);
        if (!isAllowed) yield { kind: 'separator', found: String.fromCodePoint(text.codePointAt(at)!), place: here };
        if (isTaken) {
          at++;
          continue;
        }
        if (this.array === undefined && text[at] !== '{') {
          if (!isEnd) this.passing = here.column - 1;
          const rest = text.slice(at).trimEnd();
          const range = { start: line.byteAt(at), length: Buffer.byteLength(rest) };
          yield frameOf(rest, line.isUtf8, here, range);
          return [];
        }
        this.document = { place: here, scan: new ValueScan(), parts: [], length: 0, nextLine: 0 };
      }
      const { document } = this;
      const { scan, parts } = document;
      const mayBeNext = parts.length > 0 && indent !== undefined && indent < document.place.column;
      if (mayBeNext && document.nextLine === 0) document.nextLine = parts.length;
      parts.push({ line, from: at });
      document.length += text.length - at;
      if (mayBeNext && this.reread > MAX_REREADS * this.length) return yield* this.cutShort(document);
      scan.read(text, at);
      if (scan.standing === 'open' && isEnd) scan.endLine();
      if (scan.standing === 'fault') return yield* this.cutShort(document);
      if (document.length - (text.length - scan.at) > this.maxLength) {
        yield this.oversized(document);
        return [];
      }
      if (scan.standing === 'open') return [];
      const after = spaceEnd(text, scan.at);
      // `{"a":1},` is one malformed line, not a document followed by a malformed document.
      const isBroken = this.array === undefined && after < text.length && text[after] !== '{' && text[after] !== '[';
      at = isBroken ? text.length : scan.at;
      yield this.close(document, parts.length, at);
      if (this.array !== undefined && this.array !== 'anything') this.array = ', or ]';
    }
  }

  /**
   * Handles a bracket or comma of a top-level array. Reports only the first syntax error between the elements of an
   * array, and then allows anything.
   */
  private separator(found: string): { readonly isTaken: boolean; readonly isAllowed: boolean } {
    const { array } = this;
    const isLoose = array === 'anything';
    if (found === '[' && (array === undefined || isLoose)) {
      this.array = 'element or ]';
      return { isTaken: true, isAllowed: true };
    }
    if (array !== undefined && (found === ',' || found === ']')) {
      if (found === ']') this.array = undefined;
      else this.array = array === ', or ]' ? 'element' : 'anything';
      return { isTaken: true, isAllowed: isLoose || array.includes(found) };
    }
    if (array === ', or ]') this.array = 'anything';
    return { isTaken: false, isAllowed: array !== ', or ]' };
  }

  /**
   * Ends a document at a syntax error or at the end of the input. The document extends to the next line that could
   * begin another.
   */
  private *cutShort(document: OpenDocument): Lines {
    const { parts, nextLine, scan, place } = document;
    if (this.array !== undefined) this.array = 'anything';
    if (nextLine === 0) {
      this.passing = place.column - 1;
      yield this.close(document, parts.length, scan.at + 1);
      return [];
    }
    yield this.close(document, nextLine, Infinity);
    const again = parts.slice(nextLine).map(({ line }) => line);
    for (const { text } of again) this.reread += text.length;
    return again;
  }

  /** Closes the document after this many lines, at the offset `end` in the last line. */
  private close({ parts, place }: OpenDocument, lines: number, end: number): Frame {
    this.document = undefined;
    const taken = parts.slice(0, lines);
    const text = taken.map(({ line, from }, i) => {
      if (i === lines - 1) return line.text.slice(from, end);
      return line.text.slice(from) + (line.isEnd ? '\n' : '');
    });
    const [first, last] = [taken[0]!, taken.at(-1)!];
    const start = first.line.byteAt(first.from);
    const length = last.line.byteAt(end) - start;
    return frameOf(
      text.join('').trimEnd(),
      taken.every(({ line }) => line.isUtf8),
      place,
      { start, length },
    );
  }

  private oversized({ place }: OpenDocument): Frame {
    this.document = undefined;
    this.passing = place.column - 1;
    if (this.array !== undefined) this.array = 'anything';
    return { kind: 'oversized', place };
  }
}

function frameOf(text: string, areLinesUtf8: boolean, place: LineColumn, range: ByteRange): Frame {
  const isUtf8 = areLinesUtf8 || !text.includes('\ufffd');
  try {
    if (isUtf8) {
      const value = JSON.parse(text) as unknown;
      return { kind: 'document', text, value, place, ...(areLinesUtf8 && { range }) };
    }
  } catch {
    // Broken JSON.
  }
  return { kind: 'broken', text, isUtf8, place };
}

function spaceEnd(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** The indentation of a line that begins with a bracket; undefined for any other line. */
function bracketIndent(text: string): number | undefined {
  const at = spaceEnd(text, 0);
  return text[at] === '{' || text[at] === '[' ? at : undefined;
}
