import { isUtf8 } from 'node:buffer';
import type { LineColumn } from '../text-places.js';
import { ByteQueue } from './byte-queue.js';
import { ValueScan } from './value-scan.js';

/** What stands in a stream of JSON, in the order of the input. */
export type Frame = { readonly place: LineColumn } & (
  | { readonly kind: 'document'; readonly text: string; readonly value: unknown }
  /** Text that is not JSON. The bytes are valid until the next frame is asked for. */
  | { readonly kind: 'broken'; readonly text: string; readonly bytes: Uint8Array }
  /** Something that may not stand between the documents of an array. */
  | { readonly kind: 'separator'; readonly found: string }
  /** A document of more bytes than are held; it was passed over. */
  | { readonly kind: 'oversized' }
);

type TextFrame = Extract<Frame, { readonly text: string }>;

const [TAB, NEWLINE, RETURN, SPACE, COMMA] = [0x09, 0x0a, 0x0d, 0x20, 0x2c];
const [LEFT_BRACKET, RIGHT_BRACKET, LEFT_BRACE, RIGHT_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** The end of a longer line is not waited for: there may be an array of thousands of documents on it. */
const MAX_LINE_BYTES = 1 << 20;
/** How many times the input's bytes may be read again in all, in files where line after line is cut short. */
const MAX_REREADS = 8;

/**
 * Finds the documents in a stream of bytes: JSON texts one after the other (NDJSON, pretty-printed or not), and the
 * elements of top-level arrays. Linear in the bytes; holds one document of them.
 *
 * A line is tried as one document first: looking for a document's end costs as much as parsing it. A broken line is one
 * frame. So is a broken document of several lines, up to the next line that begins with a bracket no further right than
 * it does: each line of NDJSON does, the inner lines of a pretty-printed document do not.
 */
export class JsonFramer {
  private readonly queue = new ByteQueue();
  private ended = false;
  private line = 1;
  private column = 1;
  /** What may come next inside of a top-level array. */
  private array: 'element or ]' | 'element' | ', or ]' | 'anything' | undefined;
  /** The line that was last tried as one document. */
  private triedLine = 0;
  /** How many bytes were looked through for the end of the line. */
  private searched = 0;
  /** The document that is being read byte by byte. */
  private scan: ValueScan | undefined;
  /** Set while bytes are passed over, up to a line that begins with a bracket and is indented no further than this. */
  private passing: { readonly indent: number; isFresh: boolean } | undefined;
  private taken = 0;
  private reread = 0;

  /** @param maxBytes documents of more bytes are passed over and told as `oversized` */
  constructor(private readonly maxBytes: number) {}

  /** Takes the next bytes. All frames must have been asked for. */
  push(chunk: Uint8Array): void {
    this.queue.add(chunk);
  }

  /** The input is at its end. */
  end(): void {
    this.ended = true;
  }

  /** The next frame; undefined where more bytes are needed. */
  next(): Frame | undefined {
    const { queue } = this;
    if (this.passing !== undefined && !this.pass(this.passing)) return undefined;
    if (this.scan === undefined) {
      const found = this.between();
      if (found !== 'document') return found;
      if (this.array === undefined && queue.bytes[queue.begin] !== LEFT_BRACE) return this.restOfLine(0);
      if (this.triedLine !== this.line) {
        const end = this.lineEnd(0, MAX_LINE_BYTES);
        if (end === undefined) return undefined;
        this.triedLine = this.line;
        const document = this.wholeLine(end);
        if (document !== undefined) return document;
      }
      this.scan = new ValueScan(this.column - 1, this.reread > MAX_REREADS * this.taken + MAX_LINE_BYTES);
    }
    return this.value(this.scan);
  }

  /** Reads on to the first byte of a document; gives a frame for what may not stand before it. */
  private between(): Frame | 'document' | undefined {
    const { queue } = this;
    while (queue.length > 0) {
      const byte = queue.bytes[queue.begin]!;
      if (byte === NEWLINE) this.newLine();
      else if (isSpace(byte)) this.skip(1);
      else if (byte === BYTE_ORDER_MARK[0]) {
        const mark = queue.bytes.subarray(queue.begin, Math.min(queue.begin + BYTE_ORDER_MARK.length, queue.end));
        if (mark.length < BYTE_ORDER_MARK.length && !this.ended) return undefined;
        if (!mark.equals(BYTE_ORDER_MARK)) return 'document';
        // Files that were joined have one inside. Editors do not count it as a column.
        this.skip(mark.length);
        this.column -= mark.length;
      } else {
        const { place } = this;
        const isAllowed = this.separator(byte);
        if (isAllowed === undefined) return 'document';
        if (!isAllowed) return { kind: 'separator', found: String.fromCharCode(byte), place };
      }
    }
    if (!this.ended || this.array === undefined || this.array === 'anything') return undefined;
    this.array = undefined;
    return { kind: 'separator', found: 'end of text', place: this.place };
  }

  /**
   * Takes a bracket or comma of a top-level array: true where it may stand here, undefined where a document begins. A
   * fault is told once an array: from then on anything is taken.
   */
  private separator(byte: number): boolean | undefined {
    const { array } = this;
    const isLoose = array === 'anything';
    if (byte === LEFT_BRACKET && (array === undefined || isLoose)) this.array = 'element or ]';
    else if (array !== undefined && byte === RIGHT_BRACKET) this.array = undefined;
    else if (array !== undefined && byte === COMMA) this.array = array === ', or ]' ? 'element' : 'anything';
    else if (array !== ', or ]') return undefined;
    else {
      this.array = 'anything';
      return false;
    }
    this.skip(1);
    return array === undefined || isLoose || array.includes(String.fromCharCode(byte));
  }

  /** The line as a document, without the comma after it in an array; undefined where it is none. */
  private wholeLine(lineEnd: number): Frame | undefined {
    const { bytes, begin } = this.queue;
    let end = this.withoutSpace(lineEnd);
    if (this.array !== undefined && bytes[end - 1] === COMMA) end = this.withoutSpace(end - 1);
    if (bytes[end - 1] !== RIGHT_BRACE || end - begin > Math.min(this.maxBytes, MAX_LINE_BYTES)) return undefined;
    const frame = this.frame(end);
    return frame.kind === 'document' ? this.take(frame, end) : undefined;
  }

  /** Reads a document byte by byte; gives it once its end or a fault was found. */
  private value(scan: ValueScan): Frame | undefined {
    const { queue } = this;
    const standing = scan.read(queue.bytes, queue.begin, queue.end);
    if (scan.length > this.maxBytes) return this.oversized();
    if (standing === 'open' && !this.ended) return undefined;
    const end = queue.begin + scan.length;
    if (standing !== 'closed') return this.cutShort(scan, end);
    if (this.array === undefined) {
      const next = this.nextInLine(end);
      if (next === undefined) return undefined;
      // `{"a":1},` is a broken line, not a document and a broken one.
      if (next !== NEWLINE && next !== LEFT_BRACE && next !== LEFT_BRACKET) return this.restOfLine(scan.length);
    }
    return this.take(this.frame(end), end);
  }

  /** A document that a fault ends, or the end of the input. */
  private cutShort(scan: ValueScan, end: number): Frame {
    const { queue } = this;
    const until = scan.nextLine > 0 ? queue.begin + scan.nextLine : Math.min(end + 1, queue.end);
    if (scan.nextLine > 0) this.reread += scan.length - scan.nextLine;
    else this.passing = { indent: this.column - 1, isFresh: false };
    const text = this.withoutSpace(until);
    const frame = this.take(this.frame(text), text);
    if (this.array !== undefined && frame.kind === 'broken') this.array = 'anything';
    return frame;
  }

  /** What stands on the line from here on, at least so many bytes, as one document. */
  private restOfLine(from: number): Frame | undefined {
    const lineEnd = this.lineEnd(from, this.maxBytes);
    if (lineEnd === undefined) return undefined;
    const end = this.withoutSpace(lineEnd);
    return end - this.queue.begin > this.maxBytes ? this.oversized() : this.take(this.frame(end), end);
  }

  /** Passes over a document that is too large. */
  private oversized(): Frame {
    this.passing = { indent: this.column - 1, isFresh: false };
    this.scan = undefined;
    if (this.array !== undefined) this.array = 'anything';
    return { kind: 'oversized', place: this.place };
  }

  /** Whether the line was reached up to which bytes are passed over. */
  private pass(passing: NonNullable<JsonFramer['passing']>): boolean {
    const { queue } = this;
    while (queue.length > 0) {
      const byte = queue.bytes[queue.begin]!;
      if (byte === NEWLINE) {
        this.line++;
        this.column = 0;
        passing.isFresh = true;
      } else if (passing.isFresh && !isSpace(byte)) {
        const isBracket = byte === LEFT_BRACE || byte === LEFT_BRACKET;
        if (isBracket && this.column - 1 <= passing.indent) break;
        passing.isFresh = false;
      }
      this.skip(1);
    }
    if (queue.length === 0) return false;
    this.passing = undefined;
    return true;
  }

  /** The bytes from here to `end`, as a frame. */
  private frame(end: number): TextFrame {
    const { bytes, begin } = this.queue;
    const { place } = this;
    const text = bytes.toString('utf8', begin, end);
    const value = parsed(text);
    // Bytes that are not UTF-8 are decoded as U+FFFD.
    const isSound = value !== undefined && (!text.includes('\ufffd') || isUtf8(bytes.subarray(begin, end)));
    if (isSound) return { kind: 'document', text, value, place };
    return { kind: 'broken', text, bytes: bytes.subarray(begin, end), place };
  }

  private take(frame: TextFrame, end: number): TextFrame {
    const { text } = frame;
    this.scan = undefined;
    if (this.array !== undefined && this.array !== 'anything') this.array = ', or ]';
    this.skip(end - this.queue.begin);
    const lastLine = text.lastIndexOf('\n');
    if (lastLine < 0) this.column = frame.place.column + text.length;
    else {
      this.line += text.split('\n').length - 1;
      this.column = text.length - lastLine;
    }
    return frame;
  }

  /** Where the line ends that holds the byte after the next `from`; undefined where that has not come. */
  private lineEnd(from: number, limit: number): number | undefined {
    const { queue, searched } = this;
    const newline = queue.bytes.indexOf(NEWLINE, queue.begin + Math.max(from, searched));
    const isFound = newline < queue.end;
    const isAwaited = !isFound && !this.ended && queue.length <= limit;
    this.searched = isAwaited ? queue.length : 0;
    if (isAwaited) return undefined;
    return isFound ? newline : queue.end;
  }

  /** The first byte from `at` on that is no space, `NEWLINE` also for the end of the input; undefined where it has not come. */
  private nextInLine(at: number): number | undefined {
    const { bytes, end } = this.queue;
    while (at < end && isSpace(bytes[at]!)) at++;
    return at < end ? bytes[at] : this.ended ? NEWLINE : undefined;
  }

  private withoutSpace(end: number): number {
    const { bytes, begin } = this.queue;
    while (end > begin && (isSpace(bytes[end - 1]!) || bytes[end - 1] === NEWLINE)) end--;
    return end;
  }

  private get place(): LineColumn {
    return { line: this.line, column: this.column };
  }

  private newLine(): void {
    this.skip(1);
    this.line++;
    this.column = 1;
  }

  private skip(bytes: number): void {
    this.queue.begin += bytes;
    this.column += bytes;
    this.taken += bytes;
  }
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === RETURN;
}

/** Undefined where the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
