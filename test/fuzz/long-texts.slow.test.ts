import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const READER = fileURLToPath(new URL('long-texts.ts', import.meta.url));

it("no text is too long for the engine's stack", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-regexp-optimization',
    '--import',
    'tsx',
    READER,
  ]);
  expect(JSON.parse(stdout)).toEqual(['control']);
});
