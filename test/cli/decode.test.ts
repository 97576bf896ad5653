import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decoded } from '../../cli/decode.js';
import { InputError } from '../../cli/input.js';

/** Decodes bytes that arrive in chunks of this size. */
async function decode(bytes: Uint8Array, size = Infinity): Promise<string> {
  const chunks = function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const out: Uint8Array[] = [];
  for await (const chunk of decoded(Readable.from(chunks()) as AsyncIterable<Uint8Array>, 'x')) out.push(chunk);
  return Buffer.concat(out).toString();
}

describe('decoding', () => {
  it.each([Infinity, 1, 3])('passes on UTF-8 and unpacks gzip, in chunks of %d bytes', async (size) => {
    for (const text of ['', '{', '{}', '{"a":"å€😀"}', ' '.repeat(70_000)]) {
      expect(await decode(Buffer.from(text), size)).toBe(text);
      expect(await decode(gzipSync(text), size)).toBe(text);
    }
    // Concatenated gzip files.
    expect(await decode(Buffer.concat([gzipSync('{"a":'), gzipSync('1}')]), size)).toBe('{"a":1}');
  });

  it.each<[name: string, bytes: Buffer]>([
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le').swap16()],
    ['UTF-16LE', Buffer.from('{"a":1}', 'utf16le')],
    ['UTF-16BE', Buffer.from('{"a":1}', 'utf16le').swap16()],
    ['UTF-32LE', Buffer.from('{\0\0\0}\0\0\0')],
    ['UTF-32BE', Buffer.from('\0\0\0{\0\0\0}')],
    ['zip', Buffer.from('PK\u0003\u0004')],
    ['zstd', Buffer.of(0x28, 0xb5, 0x2f, 0xfd)],
  ])('reports %s', async (name, bytes) => {
    for (const given of [bytes, gzipSync(bytes)]) {
      for (const size of [Infinity, 1]) {
        const error = await decode(given, size).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(InputError);
        expect(error).toMatchObject({ code: 'unsupported_encoding' });
        expect((error as Error).message).toContain(name);
      }
    }
  });
});
