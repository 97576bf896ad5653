import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { InputError, isGzip } from './input.js';

/** Number of leading bytes needed to detect the encoding. UTF-32 needs four. */
const HEAD_BYTES = 4;

/** Compressed formats that users may have, but that this program does not read. */
const ARCHIVES: readonly (readonly [name: string, first: readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58]],
];

const ANY = undefined;
const WIDE_ENCODINGS: readonly (readonly [name: string, first: readonly (number | typeof ANY)[]])[] = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-32LE', [ANY, 0, 0, 0]],
  ['UTF-32BE', [0, 0, 0, ANY]],
  ['UTF-16', [0xff, 0xfe]],
  ['UTF-16', [0xfe, 0xff]],
  ['UTF-16LE', [ANY, 0]],
  ['UTF-16BE', [0, ANY]],
];

/**
 * Yields the bytes of the text. Unpacks gzip, regardless of the file's name.
 *
 * @throws InputError if the first bytes are not UTF-8: one message is more helpful than an error on every line
 */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const iterator = withHead(chunks);
  const { value: head } = await iterator.next();
  if (head === undefined) return;
  const all = joined(head, iterator);
  if (!isGzip(head)) yield* text(head, all, name);
  else yield* unpacked(all, name);
}

async function* unpacked(packed: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // Errors in the pipeline surface when the unpacked bytes are read.
  void pipeline(packed, gunzip).catch(() => undefined);
  try {
    const iterator = withHead(gunzip as AsyncIterable<Uint8Array>);
    const { value: head } = await iterator.next();
    if (head !== undefined) yield* text(head, joined(head, iterator), name);
  } catch (error) {
    throw error instanceof InputError
      ? error
      : new InputError('unreadable', `Cannot unpack ${name}: ${reason(error)}.`);
  } finally {
    gunzip.destroy();
  }
}

async function* text(head: Uint8Array, chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const archive = ARCHIVES.find(([, first]) => beginsWith(head, first))?.[0];
  if (archive !== undefined) {
    throw new InputError('unsupported_encoding', `${name} is compressed (${archive}). Unpack it first.`);
  }
  const unicode = wideEncoding(head);
  if (unicode !== undefined) {
    const remedy = `iconv -f ${unicode} -t UTF-8`;
    throw new InputError('unsupported_encoding', `${name} is ${unicode}. JSON must be UTF-8. Convert it: ${remedy}.`);
  }
  yield* chunks;
}

/**
 * Recognises UTF-16 and UTF-32 by their byte order mark, or by the zeros around the first character, which is ASCII in
 * JSON.
 */
function wideEncoding(head: Uint8Array): string | undefined {
  return WIDE_ENCODINGS.find(([, first]) => first.every((byte, i) => byte === undefined || head[i] === byte))?.[0];
}

function beginsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => head[i] === byte);
}

/** Yields the chunks, but makes the first long enough to detect the encoding, unless the input is shorter. */
async function* withHead(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let head: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    yield head;
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield head;
}

async function* joined(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
