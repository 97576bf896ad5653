/** A buffer larger than this is given back when its document is done. */
const KEEP = 1 << 20;
const SMALL = 1 << 12;

/**
 * The bytes of the document being read: a view into the chunk where it lies in one, else a copy in a buffer that grows
 * by doubling, so that collecting stays linear however small the chunks are. Holds no more than `maxBytes`.
 */
export class DocumentBytes {
  /** Whether the document has more bytes than may be held; those are not kept. */
  oversized = false;
  /** Index in the chunk from which on its bytes belong to the document. */
  private from = 0;
  private length = 0;
  private buffer = new Uint8Array(SMALL);

  constructor(private readonly maxBytes: number) {}

  /** A document begins at this index of the chunk. */
  begin(from: number): void {
    this.clear();
    this.oversized = false;
    this.from = from;
  }

  /** What comes belongs to a new chunk, or to the same one from this index on. */
  continue(from: number): void {
    this.from = from;
  }

  /** The chunk is used up, the document is not. */
  keep(chunk: Uint8Array): void {
    const length = this.length + chunk.length - this.from;
    if (length > this.maxBytes) this.oversized = true;
    if (this.oversized) this.clear();
    else this.append(chunk.subarray(this.from));
  }

  /** All bytes of the document up to this index of the chunk; none where it is oversized. Valid until the next call. */
  upTo(chunk: Uint8Array, end: number): Uint8Array {
    const last = chunk.subarray(this.from, end);
    if (this.length + last.length > this.maxBytes) this.oversized = true;
    if (this.oversized || this.length === 0) return last;
    this.append(last);
    return this.buffer.subarray(0, this.length);
  }

  private append(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.buffer.length) {
      const larger = new Uint8Array(Math.max(length, this.buffer.length * 2));
      larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    this.buffer.set(bytes, this.length);
    this.length = length;
  }

  private clear(): void {
    this.length = 0;
    if (this.buffer.length > KEEP) this.buffer = new Uint8Array(SMALL);
  }
}
