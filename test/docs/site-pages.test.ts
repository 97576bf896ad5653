import { describe, expect, it } from 'vitest';
import { sitePages } from '../../scripts/docs/pages.js';
import { linkAddresses, packPage, replaceLinks, sitePath, target } from '../../scripts/docs/site-path.js';
import { ROOT } from './blocks.js';

describe('a page of the repository', () => {
  it.each([
    ['README.md', 'readme.md'],
    ['docs/README.md', 'contents.md'],
    ['docs/guides/receive-webhooks.md', 'guides/receive-webhooks.md'],
    ['examples/README.md', 'examples/index.md'],
    ['CONTRIBUTING.md', 'contributing.md'],
    ['CODE_OF_CONDUCT.md', 'code_of_conduct.md'],
    ['docs/internals/proof.md', 'internals/proof.md'],
  ])('has a path on the site: %s becomes %s', (path, expected) => {
    expect(sitePath(path)).toBe(expected);
  });

  it('is linked by the path from the root', () => {
    expect(target('docs/guides/a.md', '../codes.md#required')).toEqual({ path: 'docs/codes.md', anchor: '#required' });
    expect(target('docs/a.md', '#here')).toEqual({ path: 'docs/a.md', anchor: '#here' });
    expect(packPage('packs/no-receipt-1')).toBe('docs/countries/no.md');
    expect(packPage('packs/no-receipt-1/cases')).toBeUndefined();
  });

  it('keeps code unchanged', () => {
    const text = '[`a`](b.md) and `[c](d.md)`\n\n```md\n[e](f.md) https://example.com\n```\n';
    expect(replaceLinks(text, (link) => `/${link}`)).toBe(text.replace('(b.md)', '(/b.md)'));
    expect(linkAddresses(text)).toBe(text);
    expect(linkAddresses('At https://example.com/a, [b](https://example.com).')).toBe(
      'At <https://example.com/a>, [b](https://example.com).',
    );
  });
});

it("the site's pages link only to existing files and pages", () => {
  const { pages, files } = sitePages(ROOT, {
    'docs/countries/no.md': '# Norway\n\n[codes](../codes.md) [a code](../codes.md#taxschemescheme_not_allowed)\n',
    'docs/codes/tax.scheme/scheme_not_allowed.md': '# A code\n',
  });
  expect(pages.get('countries/no.md')).toContain('(/codes.md) [a code](/codes/tax.scheme/scheme_not_allowed.md)');
  expect(pages.get('readme.md')).toContain('](/cookbook.md)');
  expect(pages.has('examples/demo.mjs.md')).toBe(true);
  expect(files).toContain('schemas/2.1/openapi.json');
  expect(() => sitePages(ROOT, { 'docs/a.md': '[b](no-such-page.md)' })).toThrow('docs/a.md: no-such-page.md');
});

it('each code page links to the next, and the code list has no outline', () => {
  const pages = ['b', 'a', 'c'].map((name) => [`docs/codes/${name}.md`, `# ${name}\n\n## Wrong\n`] as const);
  const site = sitePages(ROOT, { ...Object.fromEntries(pages), 'docs/codes.md': '# Codes\n' }).pages;
  const linesOf = (name: string) => site.get(`codes/${name}.md`)!.split('\n').slice(1, 4);
  const to = (name: string) => JSON.stringify({ text: name, link: `/codes/${name}.md` });
  expect(linesOf('b')).toEqual(['prev: false', `next: ${to('a')}`, 'editLink: false']);
  expect(linesOf('a')).toEqual([`prev: ${to('b')}`, `next: ${to('c')}`, 'editLink: false']);
  expect(linesOf('c')).toEqual([`prev: ${to('a')}`, 'next: false', 'editLink: false']);
  expect(site.get('codes.md')).toMatch(/^---\n(?:search: false\n)?aside: false\n/);
});

it('a page has an edit link if the repository has an address, unless the page is generated', () => {
  const edit = (repository?: string) =>
    sitePages(ROOT, { 'docs/a.md': '---\naside: false\n---\n\n# A\n' }, repository).pages;
  const named = edit('https://example.com/repo');
  expect(named.get('limits.md')).toMatch(
    /^---\nedit: "https:\/\/example\.com\/repo\/edit\/main\/docs\/limits\.md"\n---\n/,
  );
  expect(named.get('a.md')).toBe('---\naside: false\neditLink: false\n---\n\n# A\n');
  expect(edit().get('limits.md')).toMatch(/^---\neditLink: false\n---\n/);
});
