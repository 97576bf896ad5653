import type { BigIntStats } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { InputError, isGzip } from '../input.js';
import { maskedText } from '../masked-text.js';
import type { LineColumn } from '../text-places.js';
import { write } from '../write.js';
import { fileState, replaceFile } from './replace-file.js';
import { unifiedDiff, type Region } from './unified-diff.js';

const NEWLINE = 0x0a;
const OPEN_BRACKET = 0x5b;
/** The program treats larger files as streams, to limit memory use. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Names of files that are streams of documents. */
const STREAM = /\.(?:ndjson|jsonl)$/i;

/** Where to write the rewritten source. */
type Target = 'file' | 'stdout' | 'diff';

/**
 * Rewrites a source with changed documents, and keeps every other byte as it is. Replaces a file that contains one
 * document or an array of documents. Streams NDJSON, gzip and stdin to stdout.
 */
export class Rewrite {
  private buffer: Buffer = Buffer.alloc(0);
  /** Where the last document found ends: the offset in the buffer, and the line. */
  private at = 0;
  private line = 1;
  /** Offset up to which the buffer has been output. */
  private passed = 0;
  private readonly held: Buffer[] = [];
  private readonly regions: Region[] = [];
  private readonly parts: Uint8Array[] = [];
  private heldBytes = 0;
  private documents = 0;
  private shift = 0;

  private constructor(
    private readonly file: string,
    private readonly source: string,
    private target: Target,
    private readonly state: BigIntStats | undefined,
    private readonly stdout: Writable,
  ) {}

  /** @throws InputError if the file cannot be read */
  static async open(file: string, source: string, stdout: Writable, isDryRun: boolean): Promise<Rewrite> {
    if (isDryRun) return new Rewrite(file, source, 'diff', undefined, stdout);
    const state = file === '-' ? undefined : await fileState(file).catch(() => undefined);
    const isStream =
      state === undefined || STREAM.test(file) || state.size > BigInt(MAX_HELD_BYTES) || (await isPacked(file));
    return new Rewrite(file, source, isStream ? 'stdout' : 'file', state, stdout);
  }

  /**
   * Adds bytes of the source. Call it before calling `document` for the documents in those bytes. Resolves to false if
   * stdout is closed.
   */
  async push(chunk: Uint8Array): Promise<boolean> {
    const isGone = this.target === 'stdout' && !(await this.pass());
    this.parts.length = 0;
    this.passed = this.at;
    this.buffer = Buffer.concat([this.buffer.subarray(this.passed), chunk]);
    this.at = 0;
    this.passed = 0;
    if (this.target !== 'stdout') this.hold(chunk);
    return !isGone;
  }

  /**
   * Replaces the next document.
   *
   * @returns how many lines the earlier replacements move the document down
   */
  document(place: LineColumn, before: string, after: string): number {
    const { shift } = this;
    this.documents++;
    this.skipTo(place.line);
    const old = Buffer.from(before);
    const found = this.buffer.indexOf(old, this.at);
    if (found < 0)
      throw new InputError('not_written', `${this.source}: the document on line ${place.line} was not found again.`);
    this.at = found + old.length;
    this.line += newlines(old);
    if (before === after) return shift;
    this.shift += newlines(Buffer.from(after)) - newlines(old);
    const offset = this.heldBytes - this.buffer.length + found;
    if (this.target !== 'stdout') this.regions.push({ offset, end: offset + old.length, text: after });
    this.parts.push(this.buffer.subarray(this.passed, found), Buffer.from(after));
    this.passed = this.at;
    return shift;
  }

  /** Skips text between documents, up to the given line. */
  skipTo(line: number): void {
    for (; this.line < line; this.line++) {
      const end = this.buffer.indexOf(NEWLINE, this.at);
      if (end < 0) return;
      this.at = end + 1;
    }
  }

  /**
   * Writes the remaining output: the rest of the stream, the diff, or the replaced file.
   *
   * @throws InputError if the file cannot be replaced; it is then left as it is
   */
  async end(): Promise<void> {
    if (this.target === 'stdout') {
      this.at = this.buffer.length;
      await this.pass();
      return;
    }
    const before = Buffer.concat(this.held);
    if (this.target === 'diff') {
      const name = this.source === '<stdin>' ? 'stdin' : this.source;
      await write(this.stdout, maskedText(unifiedDiff(name, before, this.regions)));
      return;
    }
    const after = changed(before, this.regions);
    const isStream = this.documents > 1 && before[firstByte(before)] !== OPEN_BRACKET;
    if (isStream) await write(this.stdout, after);
    else if (this.regions.length > 0) await replaceFile(this.file, this.state!, before, after);
  }

  private hold(chunk: Uint8Array): void {
    this.held.push(Buffer.from(chunk));
    this.heldBytes += chunk.length;
    if (this.heldBytes > MAX_HELD_BYTES)
      throw new InputError('document_too_large', `${this.source} is larger than ${MAX_HELD_BYTES} bytes: split it.`);
  }

  private async pass(): Promise<boolean> {
    const bytes = Buffer.concat([...this.parts, this.buffer.subarray(this.passed, this.at)]);
    this.parts.length = 0;
    this.passed = this.at;
    return bytes.length === 0 || write(this.stdout, bytes);
  }
}

/** Replaces the regions, which must be sorted by offset. */
function changed(before: Buffer, regions: readonly Region[]): Buffer {
  let at = 0;
  const parts = regions.flatMap(({ offset, end, text }) => {
    const kept = before.subarray(at, offset);
    at = end;
    return [kept, Buffer.from(text)];
  });
  return Buffer.concat([...parts, before.subarray(at)]);
}

/** The offset of the first byte that is neither white space nor a byte order mark. */
function firstByte(bytes: Buffer): number {
  const begin = bytes.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? 3 : 0;
  const found = bytes.subarray(begin).findIndex((byte) => byte > 0x20);
  return begin + found;
}

function newlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  try {
    const head = Buffer.alloc(2);
    await handle?.read(head, 0, 2, 0);
    return isGzip(head);
  } catch {
    // The error is reported later, when the file is read.
    return false;
  } finally {
    await handle?.close();
  }
}
