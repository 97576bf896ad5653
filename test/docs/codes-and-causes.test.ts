import { inflateRawSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRegistry, ISSUE_CODES, type Business, type RulePack, type ShopOptions } from 'receipt-rule-packs';
import { diagnose } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { playgroundAddress, playgroundLink } from '../../scripts/docs/playground-link.js';
import { CAUSE_TEXTS } from '../../cli/cause-texts.js';
import { computedExample } from '../../scripts/generate/rule-catalogue/computed-examples.js';
import { excerpt } from '../../scripts/generate/rule-catalogue/excerpt.js';
import { fieldAt } from '../../scripts/generate/rule-catalogue/diagnosed.js';
import { catalogue, sections } from './built-catalogue';
import { ROOT } from './blocks';

const PARTS = ['Wrong', 'Right', 'Why', 'Fix', 'Countries'];
const registry = createRegistry<readonly RulePack[]>(packs);

interface Opened {
  readonly document: unknown;
  readonly business: Business;
  readonly options?: Pick<ShopOptions, 'rateWindows'>;
}

/** What the first playground link on a page opens; undefined if there is no link. */
function opened(page: string): Opened | undefined {
  const fragment = /\(\/playground\/index\.html#r=([\w-]+)\)/.exec(page)?.[1];
  if (fragment === undefined) return undefined;
  const [version, ...packed] = Buffer.from(fragment, 'base64url');
  expect(version).toBe(1);
  return JSON.parse(inflateRawSync(Buffer.from(packed)).toString()) as Opened;
}

/** The issue codes that a section shows in the library's result. */
const answered = (section: string): string[] =>
  [...section.matchAll(/^- (?:`[^`]*`, )?`([^`]+)`/gm)].map(([, code]) => code!);

describe.each(Object.keys(ISSUE_CODES))('the page of %s', (code) => {
  const page = catalogue[`docs/codes/${code}.md`]!;

  it('shows a wrong and a correct document, the reason, the fix, and the countries', () => {
    expect([...sections(page).keys()]).toEqual(PARTS);
    expect(answered(sections(page).get('Wrong')!)).toContain(code);
    for (const part of sections(page).values()) expect(part.trim().split('\n').length).toBeGreaterThan(1);
  });

  it('opens a document with the code in the playground', () => {
    const shared = opened(page);
    const noDocument =
      computedExample(code, packs) !== undefined ||
      page.includes('option productTaxClass') ||
      /^(?:duplicate_key|unsupported_country)$/.test(code);
    expect(shared === undefined).toBe(noDocument);
    if (shared === undefined) return;
    const { issues, warnings } = registry.validate(shared.document, shared.business, {
      rateWindows: shared.options?.rateWindows,
      original: /option original = "([^"]+)"/
        .exec(page)
        ?.slice(1)
        .map((timestamp) => ({ timestamp }))[0],
    });
    expect([...issues, ...warnings].map((issue) => issue.code)).toContain(code);
  });
});

describe.each(Object.keys(CAUSE_TEXTS))('the page of the cause %s', (code) => {
  const page = catalogue[`docs/causes/${code}.md`]!;

  it('shows a wrong and a right document, the reason, the fix, and the countries', () => {
    expect([...sections(page).keys()]).toEqual(PARTS);
    for (const part of sections(page).values()) expect(part.trim().split('\n').length).toBeGreaterThan(1);
  });

  it('opens a document with the cause in the playground', () => {
    const { document, business } = opened(page)!;
    const shop = registry.shop(business, { rateWindows: 'off', severities: { fiscal_missing: 'off' } });
    const causes = [shop, registry.shop(business)].flatMap((one) => diagnose(one, document).causes);
    expect(causes.map((cause) => cause.code)).toContain(code);
  });
});

describe('the lists of codes and causes', () => {
  it('link to the page of each code and each cause', () => {
    const linked = (page: string) =>
      [...catalogue[page]!.matchAll(/^\| \[`[^`]+`\]\(([^)]+)\)/gm)].map(([, path]) => path);
    expect(linked('docs/codes.md')).toEqual(Object.keys(ISSUE_CODES).map((code) => `codes/${code}.md`));
    expect(linked('docs/causes.md')).toEqual(Object.keys(CAUSE_TEXTS).map((code) => `causes/${code}.md`));
  });

  it('contain, in the repository, a section for each code', () => {
    const inRepository = sections(readFileSync(join(ROOT, 'docs/codes.md'), 'utf8'));
    expect([...inRepository.keys()]).toEqual(Object.keys(ISSUE_CODES));
    for (const section of inRepository.values()) {
      expect(section).toMatch(/^- Severity: \w/m);
      expect(section).toMatch(/^- Raised by \S/m);
      expect(section).not.toMatch(/\]\((?:rules|countries)/);
    }
  });
});

describe('an excerpt', () => {
  const document = { a: 1, items: [{ n: 1 }, { n: 2 }], tax: { rates: ['x'.repeat(60), 'y'.repeat(60)] } };

  it('shows only the given fields, and marks array elements with the index', () => {
    expect(excerpt(document, ['items[1].n'])).toBe(
      '```jsonc\n{\n  "items": [\n    // items[1]\n    { "n": 2 }\n  ]\n}\n```',
    );
    expect(excerpt(document, ['a', 'items'])).toBe(
      '```jsonc\n{\n  "a": 1,\n  "items": [\n    { "n": 1 },\n    { "n": 2 }\n  ]\n}\n```',
    );
  });

  it('wraps wide values, and shows the whole document if no fields are given', () => {
    expect(excerpt(document, ['tax.rates[0]']).split('\n')).toHaveLength(10);
    expect(excerpt({ a: [] }, [])).toBe('```jsonc\n{ "a": [] }\n```');
    expect(excerpt(document, ['b'])).toBe('');
    expect(excerpt('text', ['b'])).toBe('```jsonc\n"text"\n```');
  });
});

it('fieldAt converts a JSON pointer to a field path', () => {
  expect(fieldAt('/items/0/a~1b')).toBe('items[0].a/b');
});

it('a document that is too long for a URL has no playground link', () => {
  const long = { document: Array.from({ length: 4000 }, (_, i) => Math.sin(i)), business: {} };
  expect(playgroundAddress(long)).toBeUndefined();
  expect(playgroundLink(long)).toBe('');
});
