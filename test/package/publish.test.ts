import { resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, inject, it } from 'vitest';
import { installed, manifest, run } from './consumer';

it('the package passes publint --strict', async () => {
  const { messages } = await publint({ pkgDir: installed, level: 'suggestion', strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([]);
});

it('the package passes are-the-types-wrong', () => {
  const attw = resolve(import.meta.dirname, '../../node_modules/@arethetypeswrong/cli/dist/index.js');
  const output = run(process.execPath, [attw, inject('tarball'), '--no-definitely-typed', '--no-color', '--no-emoji']);
  expect(output).toContain('No problems found');
});
