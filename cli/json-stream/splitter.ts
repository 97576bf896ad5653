import { ArrayGrammar } from './array-grammar.js';
import * as byte from './bytes.js';
import { DocumentBytes } from './document-bytes.js';
import { DocumentScanner } from './document-scanner.js';
import { LineCursor, type Place } from './line-cursor.js';

/** What the splitter finds, in the order of the input. */
export type Frame =
  /** A document, sound or not. The bytes are valid until the next frame is asked for. */
  | { readonly kind: 'document'; readonly bytes: Uint8Array; readonly place: Place }
  /** Something between documents that may not stand there, such as a second comma in an array. */
  | { readonly kind: 'fault'; readonly found: string; readonly place: Place }
  /** A document of more bytes than are held; it was passed over. */
  | { readonly kind: 'oversized'; readonly place: Place };

type Frames = Generator<Frame, void, undefined>;

const NO_BYTES = new Uint8Array(0);
/** How many times the input's bytes may be read again in all, in files where line after line is cut short. */
const MAX_REREADS = 8;

/**
 * Finds the documents in a stream of bytes: JSON texts one after the other with or without white space between them
 * (NDJSON, pretty-printed or not), and the elements of top-level arrays. Linear in the bytes, and holds no more than
 * one document of them.
 *
 * It frames only; whether a document is JSON is for the parser to say. Where one was cut short, the next is found again
 * at a line that begins with a bracket where no value may stand, no further right than the broken document began:
 * each line of NDJSON does, the inner lines of a pretty-printed document do not.
 */
export class JsonSplitter {
  private readonly cursor = new LineCursor();
  private readonly array = new ArrayGrammar();
  private readonly document = new DocumentScanner(this.cursor);
  private readonly bytes: DocumentBytes;
  /** Whether a document has begun and not ended. */
  private reading = false;
  private place: Place = { line: 1, column: 1, offset: 0 };
  /** Offset of the chunk in the input. */
  private base = 0;
  /** How many bytes were read again; not more than a few times those of the input, so that it stays linear. */
  private reread = 0;
  private ready: Frame | undefined;
  /** What a broken document had swallowed that lies no longer in the chunk. */
  private swallowed: Uint8Array | undefined;

  /** @param maxBytes documents of more bytes are passed over and told as `oversized` */
  constructor(maxBytes: number) {
    this.bytes = new DocumentBytes(maxBytes);
  }

  /** Takes the next bytes. All frames must be taken out before the next call. */
  *push(chunk: Uint8Array): Frames {
    const { base } = this;
    yield* this.feed(chunk, base);
    this.base = base + chunk.length;
  }

  /** The input is at its end. */
  *end(): Frames {
    const { base, bytes, document } = this;
    while (this.reading) {
      bytes.continue(0);
      document.end();
      this.finish(NO_BYTES, 0);
      yield* this.given(base);
      this.base = base;
    }
    if (!this.array.end()) yield { kind: 'fault', found: 'end of text', place: this.cursor.place(base) };
  }

  private *feed(chunk: Uint8Array, base: number): Frames {
    this.base = base;
    this.bytes.continue(0);
    for (let at = 0; at < chunk.length;) {
      at = this.reading ? this.within(chunk, at) : this.between(chunk, at);
      if (this.swallowed !== undefined) {
        yield* this.given(base + at);
        this.base = base;
        this.bytes.continue(at);
      } else if (this.ready !== undefined) {
        yield* this.given(base + at);
      }
    }
    if (this.reading) this.bytes.keep(chunk);
  }

  /** Gives out what is ready, and reads again what a broken document had swallowed, up to the offset `until`. */
  private *given(until: number): Frames {
    const { ready, swallowed } = this;
    this.ready = undefined;
    this.swallowed = undefined;
    if (ready !== undefined) yield ready;
    if (swallowed !== undefined) yield* this.feed(swallowed, until - swallowed.length);
  }

  /** Reads on until a document begins or a fault is found; returns the index of the first byte not read. */
  private between(chunk: Uint8Array, from: number): number {
    const { array, cursor } = this;
    for (let at = from; at < chunk.length; at++) {
      const found = chunk[at]!;
      if (byte.KIND[found] === byte.SPACE) continue;
      if (byte.KIND[found] === byte.NEWLINE) cursor.newLine(this.base + at + 1);
      else if (found === byte.LEFT_BRACKET && (!array.inside || array.loose)) array.open();
      else if (array.inside && (found === byte.COMMA_SIGN || found === byte.RIGHT_BRACKET)) {
        if (found === byte.COMMA_SIGN ? array.comma() : array.close()) continue;
        this.fault(found, at);
        return at + 1;
      } else {
        if (array.inside && !array.value()) this.fault(found, at);
        this.begin(found, at);
        return at + 1;
      }
    }
    return chunk.length;
  }

  private fault(found: number, at: number): void {
    this.ready = { kind: 'fault', found: String.fromCharCode(found), place: this.cursor.place(this.base + at) };
  }

  private begin(first: number, at: number): void {
    this.place = this.cursor.place(this.base + at);
    this.bytes.begin(at);
    this.document.begin(first, this.place.offset, this.array.inside);
    this.reading = true;
  }

  private within(chunk: Uint8Array, from: number): number {
    const at = this.document.read(chunk, from, this.base);
    return this.document.standing === 'open' ? at : this.finish(chunk, at);
  }

  /** @returns the index to read on from; before `end` where the document had swallowed others */
  private finish(chunk: Uint8Array, end: number): number {
    const { array, bytes, cursor, document, place } = this;
    this.reading = false;
    let all = bytes.upTo(chunk, end);
    let next = end;
    // What separates the next document from one cut short is lost with the rest of that one.
    if (document.standing === 'cut') array.loose = true;
    const { candidate } = document;
    if (document.standing === 'cut' && candidate !== undefined && this.mayReread(candidate.offset, this.base + end)) {
      cursor.returnTo(candidate);
      const length = candidate.offset - place.offset;
      if (candidate.offset >= this.base) next = candidate.offset - this.base;
      // A copy: reading it again fills the buffer that it lies in.
      else this.swallowed = new Uint8Array(all.subarray(length));
      all = all.subarray(0, length);
    }
    if (bytes.oversized) this.ready = { kind: 'oversized', place };
    else if (!array.inside && isByteOrderMark(all)) cursor.byteOrderMark();
    else this.ready = { kind: 'document', bytes: withoutSpaceAtEnd(all), place };
    return next;
  }

  private mayReread(from: number, until: number): boolean {
    if (this.bytes.oversized || this.reread + until - from > MAX_REREADS * until) return false;
    this.reread += until - from;
    return true;
  }
}

/** Files that were joined have one inside. */
function isByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && withoutSpaceAtEnd(bytes).length === 3;
}

function withoutSpaceAtEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (byte.KIND[bytes[end - 1]!] === byte.SPACE || byte.KIND[bytes[end - 1]!] === byte.NEWLINE)) end--;
  return bytes.subarray(0, end);
}
