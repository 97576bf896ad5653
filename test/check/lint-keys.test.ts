import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintKeys, sourceFiles } from '../../scripts/check/lint-keys';
import { processorTime } from '../../scripts/check/run-gates';

const FILES = {
  'tsconfig.json':
    '{ "compilerOptions": { "moduleResolution": "Bundler", "module": "ESNext", "paths": { "shop": ["./src/shop.ts"] } } }',
  'package-lock.json': '{}',
  'eslint.config.js': 'export default [];',
  'src/sum.ts': 'export const sum = (a: number, b: number) => a + b;',
  'src/shop.ts': "import { sum } from './sum.js'; export type Total = ReturnType<typeof sum>;",
  'test/shop.test.ts': "import type { Total } from 'shop'; export const total: Total = 1;",
  'cli/main.mjs': "await import('../data/words.json', { with: { type: 'json' } });",
  'data/words.json': '[]',
  'dist/main.js': '',
};

describe('lint keys', () => {
  let root: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'lint-keys-'));
    for (const [path, text] of Object.entries(FILES)) write(path, text);
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const all = ['cli/main.mjs', 'eslint.config.js', 'src/shop.ts', 'src/sum.ts', 'test/shop.test.ts'];

  it('cover every source file, but no build output', () => {
    expect(sourceFiles(root).sort()).toEqual(all);
  });

  it.each<[path: string, text: string, changed: readonly string[]]>([
    [
      'src/sum.ts',
      'export const sum = (a: string, b: string) => a + b;',
      ['src/shop.ts', 'src/sum.ts', 'test/shop.test.ts'],
    ],
    ['src/shop.ts', 'export type Total = string;', ['src/shop.ts', 'test/shop.test.ts']],
    ['test/shop.test.ts', '', ['test/shop.test.ts']],
    ['data/words.json', '[1]', ['cli/main.mjs']],
    ['data/other.json', '[1]', []],
    ['src/sum/index.ts', '', []],
    ['src/types.d.ts', 'interface Window { readonly shop: string }', all],
    ['src/added.ts', 'export {};\ndeclare global { const shop: string }', all],
    ['eslint.config.js', '', all],
    ['package-lock.json', '[]', all],
    ['tsconfig.json', '{}', all],
    ['dist/main.js', '1', []],
  ])('change if %s becomes %j', (path, text, changed) => {
    const before = lintKeys(root, all);
    expect(lintKeys(root, all)).toEqual(before);
    write(path, text);
    const after = lintKeys(root, all);
    expect(all.filter((file) => after.get(file) !== before.get(file))).toEqual(changed);
  });

  it('change if an import resolves to another file', () => {
    const before = lintKeys(root, all);
    rmSync(join(root, 'src/sum.ts'));
    write('src/sum.tsx', FILES['src/sum.ts']);
    expect(lintKeys(root, ['src/shop.ts']).get('src/shop.ts')).not.toBe(before.get('src/shop.ts'));
  });
});

describe('processorTime', () => {
  it.each<[times: string, seconds: number | undefined]>([
    ['0m0.00s 0m0.01s\n1m2.50s 0m3.25s\n', 65.75],
    ['0m0,00s 0m0,01s', undefined],
    ['', undefined],
  ])('reads %j', (times, seconds) => {
    expect(processorTime(times)).toBe(seconds);
  });
});
