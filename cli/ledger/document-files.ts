import { closeSync, openSync, readSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { isGzip } from '../decode.js';
import type { ByteRange } from '../json-stream/framer.js';

/** Reads documents a second time, from the files that they came from. Keeps one file open. */
export class DocumentFiles {
  private file: { readonly name: string; readonly handle: number } | undefined;

  /** The text at a range of a file; shorter if the file has become shorter. */
  read(name: string, { start, length }: ByteRange): string {
    if (this.file?.name !== name) {
      this.close();
      this.file = { name, handle: openSync(name, 'r') };
    }
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    for (let more = -1; more !== 0 && read < length; read += more)
      more = readSync(this.file.handle, bytes, read, length - read, start + read);
    // The first reading ignored byte order marks at the beginning of lines.
    return bytes.toString('utf8', 0, read).replaceAll('\n\ufeff', '\n');
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file.handle);
    this.file = undefined;
  }
}

/** Whether a byte range of the file contains the same text at the second reading: false for pipes and gzip files. */
export async function isRereadable(name: string): Promise<boolean> {
  // Opening a pipe could take bytes from it.
  if ((await stat(name).catch(() => undefined))?.isFile() !== true) return false;
  const handle = await open(name).catch(() => undefined);
  try {
    return handle !== undefined && !isGzip((await handle.read(Buffer.alloc(2), 0, 2, 0)).buffer);
  } finally {
    await handle?.close();
  }
}
