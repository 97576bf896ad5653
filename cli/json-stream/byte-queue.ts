const NEWLINE = 0x0a;
/** A buffer larger than this is given back once it is hardly used. */
const KEEP = 1 << 22;

/** The bytes of a stream that are not used up yet, in one piece. Adding is linear in the bytes, however small the chunks. */
export class ByteQueue {
  /** The bytes from `begin` to `end` are those in the queue; behind them stands a newline, where a search for one ends. */
  bytes = Buffer.allocUnsafe(1 << 16);
  begin = 0;
  end = 0;

  get length(): number {
    return this.end - this.begin;
  }

  add(chunk: Uint8Array): void {
    if (this.end + chunk.length >= this.bytes.length) this.makeRoom(this.length + chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
    this.bytes[this.end] = NEWLINE;
  }

  private makeRoom(needed: number): void {
    const { bytes, begin, end } = this;
    const isRoomy = bytes.length > 2 * needed && (bytes.length <= KEEP || bytes.length <= 8 * needed);
    if (!isRoomy) this.bytes = Buffer.allocUnsafe(Math.max(1 << 16, 4 * needed));
    bytes.copy(this.bytes, 0, begin, end);
    this.begin = 0;
    this.end = end - begin;
  }
}
