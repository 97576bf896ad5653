import { closeSync, openSync, readSync } from 'node:fs';
import type { ByteRange } from '../json-stream/framer.js';

const WINDOW_BYTES = 16 * 1024;

/** Reads documents a second time, from the files that they came from. Keeps one file open. */
export class DocumentFiles {
  private file: { readonly name: string; readonly handle: number } | undefined;
  /** The bytes read last, from `from` to `to` in the file. A correction is often close to its sale. */
  private readonly window = Buffer.alloc(WINDOW_BYTES);
  private from = 0;
  private to = 0;

  /** The text at a range of a file; shorter if the file has become shorter. */
  read(name: string, { start, length }: ByteRange): string {
    if (this.file?.name !== name) {
      this.close();
      this.file = { name, handle: openSync(name, 'r') };
    }
    return length <= WINDOW_BYTES ? this.fromWindow(start, length) : textOf(this.fill(Buffer.alloc(length), start));
  }

  private fromWindow(start: number, length: number): string {
    if (start < this.from || start + length > this.to) {
      this.from = start;
      this.to = start + this.fill(this.window, start).length;
    }
    const at = start - this.from;
    return textOf(this.window.subarray(at, Math.min(at + length, this.to - this.from)));
  }

  /** Reads from `start` on, up to the end of the file. Returns the part of the buffer that was filled. */
  private fill(bytes: Buffer, start: number): Buffer {
    let filled = 0;
    for (let read = -1; read !== 0 && filled < bytes.length; filled += read)
      read = readSync(this.file!.handle, bytes, filled, bytes.length - filled, start + filled);
    return bytes.subarray(0, filled);
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file.handle);
    this.file = undefined;
    this.to = 0;
  }
}

/** The first reading ignored byte order marks at the beginning of lines, and all white space at the end. */
const textOf = (bytes: Buffer): string => bytes.toString().replaceAll('\n\ufeff', '\n').trimEnd();
