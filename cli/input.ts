import { open, type FileHandle } from 'node:fs/promises';
import type { Io } from './command.js';
import type { Failure } from './entry.js';
import { UsageError } from './usage-error.js';

/** The program refuses larger documents and bodies, to limit memory use. The service accepts at most 1 MiB. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
const GZIP = [0x1f, 0x8b];

/** An unusable input. */
export class InputError extends Error {
  override readonly name = 'InputError';
  constructor(
    readonly code: Failure['code'],
    message: string,
  ) {
    super(message);
  }
}

/** A file or stdin. */
export interface Input {
  /** The name given on the command line, or `<stdin>`. */
  readonly name: string;
  /** Size in bytes; undefined if it is not known in advance. */
  readonly size: number | undefined;
  /** Whether a byte range of the text is at the same place in the file: false for stdin, pipes and gzip files. */
  readonly isRereadable: boolean;
  /** Bytes read so far. */
  readonly read: number;
  /** Read it to the end or close it, or else the file stays open. Throws InputError. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * The files to read. `-` means stdin, and is the default.
 *
 * @throws UsageError if stdin is a terminal
 */
export function inputNames(files: readonly string[], io: Io): readonly string[] {
  if (files.filter((file) => file === '-').length > 1) throw new UsageError("'-' (stdin) can only be read once.");
  if (files.includes('')) throw new UsageError('FILE must not be an empty string.');
  if (files.length > 0) return files;
  if (io.stdin.isTTY)
    throw new UsageError("No FILE given, and stdin is a terminal. Pass a file, or '-' to type the input.");
  return ['-'];
}

/** @throws InputError if the file cannot be opened */
export async function openInput(file: string, io: Io): Promise<Input> {
  if (file === '-') return input({ name: '<stdin>', size: undefined, isRereadable: false }, io.stdin);
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const stats = await handle.stat();
    if (stats.isDirectory()) {
      throw new InputError('unreadable', `${file} is a folder. Name a file in it.`);
    }
    const head = Buffer.alloc(GZIP.length);
    if (stats.isFile()) await handle.read(head, 0, GZIP.length, 0);
    const about = stats.isFile()
      ? { name: file, size: stats.size, isRereadable: !isGzip(head) }
      : { name: file, size: undefined, isRereadable: false };
    return input(about, handle.createReadStream({ highWaterMark: CHUNK_BYTES }));
  } catch (error) {
    await handle?.close();
    throw error instanceof InputError ? error : unreadable(file, error);
  }
}

/** Reads the whole input. @throws InputError if it cannot be read, or is larger than `MAX_DOCUMENT_BYTES` */
export async function readWhole(file: string, io: Io): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const { name, chunks: incoming } = await openInput(file, io);
  for await (const chunk of incoming) {
    length += chunk.length;
    if (length > MAX_DOCUMENT_BYTES) {
      throw new InputError('document_too_large', `${name} is larger than ${MAX_DOCUMENT_BYTES} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Whether the first two bytes are those of a gzip file. */
export const isGzip = (head: Uint8Array): boolean => GZIP.every((byte, i) => head[i] === byte);

function input(about: Pick<Input, 'name' | 'size' | 'isRereadable'>, stream: AsyncIterable<Uint8Array>): Input {
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of stream) {
        opened.read += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw unreadable(about.name, error);
    }
  };
  const opened = { ...about, read: 0, chunks: chunks() };
  return opened;
}

/** Node's message is `ENOENT: no such file or directory, open 'x'`: the part after the comma repeats the name. */
function unreadable(name: string, error: unknown): InputError {
  const reason = error instanceof Error ? error.message.split(/, [a-z]+(?: '|$)/)[0] : String(error);
  return new InputError('unreadable', `Cannot read ${name}: ${reason}.`);
}
