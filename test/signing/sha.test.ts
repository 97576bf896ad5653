import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha1, sha256 } from '../../src/signing/digests';

it.each([
  ['sha1', sha1],
  ['sha256', sha256],
] as const)("the library's %s matches Node's", (name, digest) => {
  const same = (bytes: Uint8Array) => {
    expect(digest(bytes)).toBe(createHash(name).update(bytes).digest('hex'));
  };
  // Includes block boundaries, at which the padding needs another block.
  for (let length = 0; length < 200; length++) same(new Uint8Array(length).fill(length));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), same));
});
