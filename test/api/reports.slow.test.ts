import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { differences } from '../../scripts/api/differences';
import { apiReports } from '../../scripts/api/reports';
import { ROOT } from '../docs/blocks';

const types = (path: string) => ({ import: { types: path, default: './x.js' } });
const MANIFEST = {
  name: 'shop',
  version: '1.0.0',
  type: 'module',
  exports: {
    '.': types('./dist/index.d.ts'),
    './till': types('./dist/till/index.d.ts'),
    './tills/*': types('./dist/tills/*/index.d.ts'),
    './package.json': './package.json',
  },
};
/** A package whose import paths share a file, as in a build. */
const FILES = {
  'package.json': JSON.stringify(MANIFEST),
  'dist/shared-1a2b.d.ts': `interface Hidden { readonly a: number }
    interface Sale { readonly total: number; readonly hidden: Hidden }
    export type { Hidden as H, Sale as S };`,
  'dist/index.d.ts': `import type { S } from './shared-1a2b.js';
    /** A sale. */
    declare function read(text: string): S;
    export { read, type S as Sale };`,
  'dist/till/index.d.ts': `import type { S } from '../shared-1a2b.js';
    export declare function ring(sale: S): void;`,
};

describe('the API reports', () => {
  let root: string;
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  const edit = (path: keyof typeof FILES, from: string, to: string): void => {
    write({ [path]: FILES[path].replace(from, to) });
  };
  /** The import path at the start of each difference. */
  const named = (found: readonly string[]): string[] => found.map((text) => text.split(' ', 1)[0]!);
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'reports-'));
    write(FILES);
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  it("cover each import path, and contain each of the package's declarations once", () => {
    const reports = apiReports(root);
    expect(reports.map(({ name, report }) => [name, report])).toEqual([
      ['shop', 'etc/api/index.api.md'],
      ['shop/till', 'etc/api/till.api.md'],
    ]);
    const declared = reports.map(({ text }) => [...text.matchAll(/^(?:export )?\w+ \w+/gm)].map(([found]) => found));
    expect(declared).toEqual([
      ['interface Hidden', 'export function read', 'export interface Sale'],
      ['export function ring'],
    ]);
  });

  describe('stored reports', () => {
    beforeEach(() => {
      write(Object.fromEntries(apiReports(root).map(({ report, text }) => [report, text])));
    });
    const found = () => differences(root, apiReports(root));

    it('do not depend on comments or file names', () => {
      expect(found()).toEqual([]);
      edit('dist/index.d.ts', 'A sale.', 'A sale, or a refund.');
      expect(found()).toEqual([]);
      write({ 'dist/shared-3c4d.d.ts': FILES['dist/shared-1a2b.d.ts'] });
      for (const path of ['dist/index.d.ts', 'dist/till/index.d.ts'] as const) edit(path, '1a2b', '3c4d');
      expect(found()).toEqual([]);
    });

    it.each<[what: string, path: keyof typeof FILES, from: string, to: string, names: string[]]>([
      ['a parameter', 'dist/till/index.d.ts', 'sale: S', 'sale: S, at?: Date', ['shop/till']],
      ['an optional field', 'dist/shared-1a2b.d.ts', 'total: number', 'total: number; readonly tip?: number', ['shop']],
      ['a type that the package does not export', 'dist/shared-1a2b.d.ts', 'a: number', 'a: string', ['shop']],
      ['an export that is gone', 'dist/index.d.ts', 'read, type', 'type', ['shop']],
      ['a type that another path no longer exports', 'dist/index.d.ts', 'type S as Sale', '', ['shop']],
    ])('are reported under their import path if they differ in %s', (_what, path, from, to, names) => {
      edit(path, from, to);
      expect(named(found())).toEqual(names);
    });

    it('are reported if an import path is added or removed', () => {
      const { './till': till, ...others } = MANIFEST.exports;
      write({ 'package.json': JSON.stringify({ ...MANIFEST, exports: { ...others, './pos': till } }) });
      expect(named(found())).toEqual(['shop/pos', 'etc/api/till.api.md']);
    });

    it('are compared and written by npm run api', () => {
      const api = (...args: string[]) =>
        spawnSync(
          process.execPath,
          [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'scripts/api.ts'), ...args],
          {
            cwd: root,
            encoding: 'utf8',
          },
        );
      edit('dist/till/index.d.ts', 'void', 'boolean');
      write({ 'etc/api/gone.api.md': '' });
      const { status, stderr } = api('--check');
      expect([status, stderr.includes('shop/till'), stderr.includes('etc/api/gone.api.md')]).toEqual([1, true, true]);
      expect(api().status).toBe(0);
      expect(found()).toEqual([]);
    });
  });

  it('require build declarations without type errors', () => {
    edit('dist/till/index.d.ts', 'sale: S', 'sale: Missing');
    expect(() => apiReports(root)).toThrow('Missing');
    rmSync(join(root, 'dist/till'), { recursive: true });
    expect(() => apiReports(root)).toThrow('dist/till/index.d.ts');
  });
});
