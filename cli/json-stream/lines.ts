import { isUtf8 } from 'node:buffer';
import type { LineColumn } from '../text-places.js';

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = '\ufeff';
/** Splits longer lines, because one line may be an array of thousands of documents. */
const MAX_PART_BYTES = 1 << 20;

/** A line without its line end, or a part of a long line. */
export class Line {
  /** The offset of the last call of `byteAt`, and the number of bytes before it. */
  private at = 0;
  private bytes = 0;

  /**
   * @param isUtf8 whether the bytes are valid UTF-8; invalid bytes become U+FFFD in the text
   * @param start where the text begins in the input, in bytes
   * @param isEnd false if more parts of the line follow
   */
  constructor(
    readonly text: string,
    readonly isUtf8: boolean,
    readonly place: LineColumn,
    private readonly start: number,
    readonly isEnd: boolean,
  ) {}

  /** Where the character at an offset in the text is in the input, in bytes. Takes linear time for ascending offsets. */
  byteAt(at: number): number {
    if (at < this.at) this.at = this.bytes = 0;
    this.bytes += Buffer.byteLength(this.text.slice(this.at, at));
    this.at = at;
    return this.start + this.bytes;
  }
}

/** Splits a stream of bytes into lines. Takes linear time, however small the chunks are. */
export class LineReader {
  /** Where the next line or part begins. */
  place: LineColumn = { line: 1, column: 1 };
  private kept: Uint8Array[] = [];
  private keptBytes = 0;
  /** Where the next line or part begins, in bytes. */
  private start = 0;

  *push(chunk: Uint8Array): Generator<Line> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let begin = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, begin)) {
      yield this.line(bytes, begin, end, true);
      begin = end + 1;
    }
    this.keep(bytes.subarray(begin));
    if (this.keptBytes < MAX_PART_BYTES) return;
    const part = Buffer.concat(this.kept);
    // Leaves the last character for the next part, because some of its bytes may be missing.
    let end = part.length - 1;
    while (end > part.length - 4 && (part[end]! & 0xc0) === 0x80) end--;
    this.drop();
    yield this.line(part, 0, end, false);
    this.keep(part.subarray(end));
  }

  *end(): Generator<Line> {
    if (this.keptBytes > 0 || this.place.column > 1) yield this.line(Buffer.alloc(0), 0, 0, true);
  }

  private line(bytes: Buffer, begin: number, end: number, isEnd: boolean): Line {
    if (this.keptBytes > 0) {
      this.keep(bytes.subarray(begin, end));
      [bytes, begin, end] = [Buffer.concat(this.kept), 0, this.keptBytes];
      this.drop();
    }
    let text = bytes.toString('utf8', begin, end);
    const isSound = !text.includes('\ufffd') || isUtf8(bytes.subarray(begin, end));
    const { place } = this;
    let { start } = this;
    this.start += end - begin + (isEnd ? 1 : 0);
    // Concatenated files may contain byte order marks. Editors do not count them as columns.
    if (place.column === 1 && text.startsWith(BYTE_ORDER_MARK)) {
      text = text.slice(1);
      start += 3;
    }
    this.place = isEnd ? { line: place.line + 1, column: 1 } : { ...place, column: place.column + text.length };
    return new Line(text, isSound, place, start, isEnd);
  }

  private keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.kept.push(bytes);
    this.keptBytes += bytes.length;
  }

  private drop(): void {
    this.kept = [];
    this.keptBytes = 0;
  }
}
