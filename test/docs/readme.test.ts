import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readReceipts } from '../../examples/lib/verdicts.mjs';
import { blocksOf, ROOT, runBlock } from './blocks.js';
import { typeErrors } from './type-errors.js';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md', 'examples/receipts/README.md'];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const blocks = PAGES.flatMap(blocksOf);
/** The drawing in the README is made by the program that the README shows. */
const drawing = /^```text\n(.*?)\n```$/ms.exec(read('README.md'))![1]!.split('\n');

describe('blocks of TypeScript', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(blocks)('$path runs and prints what it says', async (block) => {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...format(...values).split('\n')));
    await runBlock(block, blocks);
    expect(printed).toEqual(block.path === 'quick-start.ts' ? [...drawing, '', ...block.prints] : block.prints);
  });

  it('of the README say what they print', () => {
    const shown = blocksOf('README.md');
    expect(shown.map(({ path }) => path)).toEqual(['quick-start.ts']);
    expect(shown[0]!.prints).not.toEqual([]);
    expect(shown[0]!.code.trimEnd().split('\n').length).toBeLessThanOrEqual(32);
  });

  it('have no type errors', () => {
    expect(typeErrors(blocks)).toEqual([]);
  });
});

describe('pages', () => {
  it.each(PAGES)('%s links to what exists', (page) => {
    const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const local = targets.filter((target) => !/^(?:https:|#)/.test(target));
    for (const target of local)
      expect(existsSync(join(ROOT, dirname(page), target.replace(/#.*/, ''))), target).toBe(true);
  });

  it('the README lists every import path of the package', () => {
    const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> };
    const listed = [...read('README.md').matchAll(/^\| `receipt-rule-packs(\S*)` \|/gm)].map(
      ([, subpath]) => `.${subpath}`,
    );
    expect(listed.sort()).toEqual(
      Object.keys(exports)
        .filter((subpath) => subpath !== './package.json')
        .sort(),
    );
  });

  it('the receipts README lists every receipt with its verdict', () => {
    const page = read('examples/receipts/README.md');
    const listed = [...page.matchAll(/^\| \[`(.+?)`\]\((.+?)\) \| (yes|no) \|/gm)].map(([, name, path, valid]) => [
      name,
      path,
      valid,
    ]);
    const receipts = readReceipts(join(ROOT, 'examples/receipts')).map(({ name, business, expected }) => [
      name,
      `${business.country.toLowerCase()}/${name}.json`,
      expected.valid ? 'yes' : 'no',
    ]);
    expect(listed.sort()).toEqual(receipts.sort());
  });
});
