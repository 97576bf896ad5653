import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const bundle = async (contents: string) => {
  const result = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    // Checks that the code itself has no side effects, instead of trusting package.json.
    ignoreAnnotations: true,
  });
  return result.outputFiles[0]!.contents;
};

describe('the bundle', () => {
  it('of the verifier takes at most 3 KiB, without Node modules', async () => {
    const code = await bundle("export { createWebhookVerifier } from '../../src/webhook/index.js'");
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(3072);
    expect(Buffer.from(code).toString()).not.toMatch(/\bimport\b|\brequire\b|\bBuffer\b/);
  });

  it('of an unused import is empty, because the code has no side effects', async () => {
    expect(
      Buffer.from(await bundle("import '../../src/webhook/index'; import '../../src/cursor/index'"))
        .toString()
        .trim(),
    ).toBe('');
  });
});
