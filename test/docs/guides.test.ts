import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blocksOf, ROOT, runBlock, type Block } from './blocks.js';
import { typeErrors } from './type-errors.js';

/** Omits the guide with commands, which command-line.test.ts runs. */
const GUIDES = readdirSync(join(ROOT, 'docs/guides'))
  .filter((name) => name !== 'command-line.md')
  .map((name) => `docs/guides/${name}`)
  .concat('docs/cookbook.md');

/** A program that runs a page's blocks in order, each once, because later blocks import earlier ones. */
function program(page: string, blocks: readonly Block[]): Block {
  const code = blocks
    .map(({ path }) => `import ${JSON.stringify(join(ROOT, path).replace(/\.ts$/, '.js'))};\n`)
    .join('');
  return { path: page.replace(/\.md$/, '.all.ts'), code, prints: blocks.flatMap(({ prints }) => prints) };
}

describe.each(GUIDES)('%s', (page) => {
  const blocks = blocksOf(page);
  const all = program(page, blocks);
  afterEach(() => vi.restoreAllMocks());

  it('has blocks that run and print the stated output', async () => {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...format(...values).split('\n')));
    await runBlock(all, [...blocks, all]);
    expect(printed).toEqual(all.prints);
    expect(printed.length).toBeGreaterThan(4);
  });

  it('has blocks without type errors', () => {
    expect(typeErrors(blocks)).toEqual([]);
  });

  it('has blocks that import only the installed package', () => {
    expect(blocks.filter(({ code }) => code.includes("'node:fs'")).map(({ path }) => path)).toEqual([]);
  });

  // One guide shows mistakes on purpose, with a property test that finds them.
  it('leaves arithmetic on money to the library, except in the guide that shows mistakes', () => {
    const rounds = blocks.some(({ code }) => /Math\.(?:round|floor|ceil|trunc)\(/.test(code));
    expect(rounds).toBe(page.endsWith('test-your-mapper.md'));
  });
});
