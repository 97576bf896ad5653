import { gzipSync } from 'node:zlib';
import { createRegistry } from 'receipt-rule-packs';
import { diagnose } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { CHOICES, HOME, homePage, LINES, states } from '../../scripts/docs/home.js';
import { readLaw } from '../../scripts/generate/read-law.js';
import { blocksOf, ROOT, runBlock } from './blocks.js';
import { typeErrors } from './type-errors.js';
import { format } from 'node:util';
import { vi } from 'vitest';

const laws = packs.map(({ id }) => readLaw(id));
const page = homePage(ROOT, packs, laws);

describe("the home page's receipt", () => {
  const all = Object.entries(states(packs));
  const shop = createRegistry(packs).shop({ country: 'NO' }, { severities: { fiscal_missing: 'off' } });
  const names = Object.keys(CHOICES) as (keyof typeof CHOICES)[];

  it('has nine lines, and a verdict for every combination of choices, in 45 KiB', () => {
    expect(LINES).toHaveLength(9);
    expect(all).toHaveLength(names.reduce((count, name) => count * CHOICES[name].length, 1));
    expect(gzipSync(JSON.stringify(Object.fromEntries(all))).length).toBeLessThan(45 * 1024);
  });

  it.each(all)("has the library's verdict: %s", (key, { verdict, causes, receipt }) => {
    const chosen = key.split('-').map(Number);
    const text = LINES.join('\n').replaceAll(
      /«(\w+)»/g,
      (_, name: keyof typeof CHOICES) => CHOICES[name][chosen[names.indexOf(name)]!]!,
    );
    const document = JSON.parse(text) as unknown;
    const result = shop.validate(document);
    expect(verdict.startsWith('Valid')).toBe(result.valid);
    expect(causes.map(({ code }) => code)).toEqual(diagnose(shop, document).causes.map(({ code }) => code));
    for (const { code } of result.issues) expect(receipt).toContain(code);
    expect(receipt).toContain('Kanelbolle');
  });

  it('has a valid combination, and one with several causes', () => {
    const counts = all.map(([, { causes }]) => causes.length);
    expect(Math.min(...counts)).toBe(0);
    expect(Math.max(...counts)).toBeGreaterThan(2);
  });
});

describe('the home page', () => {
  it('links to each country, and has no empty part', () => {
    const linked = [...page.matchAll(/\]\(countries\/([a-z]{2})\.md\)/g)].map(([, country]) => country);
    expect(linked.sort()).toEqual(packs.map(({ country }) => country.toLowerCase()).sort());
    expect(page).not.toMatch(/<!-- (?!tab)/);
    expect(page).toContain(`\n## ${packs.length} countries\n`);
    expect([...page.matchAll(/^- \*\*/gm)]).toHaveLength(3);
  });

  const blocks = blocksOf(HOME);

  it('has blocks of at most 14 lines', () => {
    expect(blocks.length).toBeGreaterThan(3);
    for (const { code } of blocks) expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(14);
  });

  it.each(blocks.map((block) => [block.path, block] as const))(
    'has a block that prints the stated output: %s',
    async (_, block) => {
      const printed: string[] = [];
      vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...format(...values).split('\n')));
      await runBlock(block, blocks);
      vi.restoreAllMocks();
      expect(printed.slice(printed.length - block.prints.length)).toEqual(block.prints);
      expect(typeErrors(blocks)).toEqual([]);
    },
  );
});
