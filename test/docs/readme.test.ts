import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { format } from 'node:util';
import { createRegistry, ratesOn } from 'receipt-rule-packs';
import { diagnose } from 'receipt-rule-packs/diagnose';
import { noReceipt1 } from 'receipt-rule-packs/packs/no-receipt-1';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../cli/run.js';
import { readReceipts } from '../../examples/lib/verdicts.mjs';
import { README_DOCUMENT, README_PICTURES, readmeDrawing } from '../../scripts/pictures/readme.js';
import { pictureOf, sizeOf } from '../../scripts/pictures/svg.js';
import { memoryIo } from '../cli/streams.js';
import { blocksOf, ROOT, runBlock, type Block } from './blocks.js';
import { typeErrors } from './type-errors.js';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md', 'examples/receipts/README.md'];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const blocks = PAGES.flatMap(blocksOf);
const readme = read('README.md');
const FIRST_SCREEN = 54;
const ORDER = join(ROOT, 'examples/orders/shopify.json');

describe('TypeScript blocks', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(blocks)('print the stated output: $path', async (block) => {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...format(...values).split('\n')));
    await runBlock(withOrder(block), blocks.map(withOrder));
    expect(printed).toEqual(block.prints);
  });

  it('of the README print the stated output', () => {
    const shown = blocksOf('README.md');
    expect(shown.map(({ path }) => path)).toEqual(['quick-start.ts']);
    expect(shown[0]!.prints).not.toEqual([]);
    expect(readme.split('\n').indexOf('## What it does')).toBeLessThanOrEqual(FIRST_SCREEN + 4);
    expect(
      readme.slice(0, readme.indexOf(shown[0]!.code) + shown[0]!.code.length).split('\n').length,
    ).toBeLessThanOrEqual(FIRST_SCREEN);
  });

  it('have no type errors', () => {
    expect(typeErrors(blocks)).toEqual([]);
  });
});

/** Adds the order that the block reads, and that the README links to. */
const withOrder = (block: Block): Block => ({
  ...block,
  code: block.code.replace("readFileSync('order.json'", `readFileSync(${JSON.stringify(ORDER)}`),
});

describe('the first screen of the README', () => {
  const [report] = [...readme.matchAll(/^```text\n(.*?)\n```$/gms)].map(([, text = '']) => text);

  it('shows the output of the command line', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'readme-')), 'receipt.json');
    try {
      copyFileSync(join(ROOT, README_DOCUMENT), file);
      const io = memoryIo('', { COLUMNS: '80' });
      const code = await run(['validate', file, '--country', 'NO'], io);
      expect(code).toBe(1);
      expect(io.stdout.text.replace(file, 'receipt.json')).toBe(`${report!}\n`);
    } finally {
      rmSync(dirname(file), { recursive: true });
    }
  });

  it('has only blocks that fit in a terminal', () => {
    const lines = [...readme.matchAll(/^```\w+\n(.*?)^```$/gms)].flatMap(([, text = '']) => text.split('\n'));
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
  });

  it('has a light and a dark picture of the document, with a text alternative', () => {
    const { drawing, title } = readmeDrawing();
    for (const { path, scheme, width } of README_PICTURES) {
      const picture = read(path);
      expect(sizeOf(picture).width).toBe(width);
      expect(picture).toBe(pictureOf(drawing, title, scheme, sizeOf(picture)));
    }
    const shown = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path]) => path);
    expect(shown).toEqual(README_PICTURES.map(({ path }) => path));
    expect(readme).toContain(`alt="${title}"`);
    const shop = createRegistry([noReceipt1]).shop({ country: 'NO' });
    const { causes } = diagnose(shop, JSON.parse(read(README_DOCUMENT)));
    expect(causes).toHaveLength(3);
    for (const cause of causes) expect(title).toContain(cause.title);
  });

  it("states only rates that are in force on the example's date", () => {
    const { timestamp } = JSON.parse(read(README_DOCUMENT)) as { timestamp: string };
    const inForce = ratesOn(noReceipt1.law, timestamp.slice(0, 10)).map(({ rate }) => rate);
    const texts = [readme, read('docs/README.md'), read(README_PICTURES[0].path)];
    const stated = texts.flatMap((text) => [
      ...text.replace(/<style>.*?<\/style>/s, '').matchAll(/(?<!\d)(\d{1,2}(?:[.,]\d{1,2})?)[ \u00a0]?%/g),
    ]);
    const rates = stated.map(([, rate = '']) => Number(rate.replace(',', '.')));
    expect(rates).toContain(15);
    expect(rates.filter((rate) => !inForce.includes(rate))).toEqual([]);
  });

  it('does not mention the service before the section about it', () => {
    const at = readme.indexOf('\n## Run the service\n');
    expect(at).toBeGreaterThan(0);
    expect(readme.slice(0, at)).not.toMatch(/\bthe\s+service\b/i);
  });
});

describe('links in pages', () => {
  it.each(PAGES)('of %s work', (page) => {
    const targets = [...read(page).matchAll(/(?:\]\(|\b(?:src|srcset)=")([^)"\s]+)/g)].map(([, target = '']) => target);
    const local = targets.filter((target) => !/^(?:https:|#)/.test(target));
    for (const target of local)
      expect(existsSync(join(ROOT, dirname(page), target.replace(/#.*/, ''))), target).toBe(true);
  });

  it("of the README include each of the package's import paths", () => {
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

  it('of the README of receipts include every receipt with its verdict', () => {
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
