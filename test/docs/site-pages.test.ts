import { describe, expect, it } from 'vitest';
import { sitePages } from '../../scripts/docs/pages.js';
import { linkAddresses, packPage, replaceLinks, sitePath, target } from '../../scripts/docs/site-path.js';
import { ROOT } from './blocks.js';

describe('a page of the repository', () => {
  it.each([
    ['README.md', 'index.md'],
    ['docs/README.md', 'contents.md'],
    ['docs/guides/receive-webhooks.md', 'guides/receive-webhooks.md'],
    ['examples/README.md', 'examples/index.md'],
    ['CONTRIBUTING.md', 'contributing.md'],
    ['CODE_OF_CONDUCT.md', 'code_of_conduct.md'],
    ['docs/internals/proof.md', 'internals/proof.md'],
  ])('%s is %s on the site', (path, expected) => {
    expect(sitePath(path)).toBe(expected);
  });

  it('is linked by its path from the root', () => {
    expect(target('docs/guides/a.md', '../codes.md#required')).toEqual({ path: 'docs/codes.md', anchor: '#required' });
    expect(target('docs/a.md', '#here')).toEqual({ path: 'docs/a.md', anchor: '#here' });
    expect(packPage('packs/no-receipt-1')).toBe('docs/rules/no-receipt-1.md');
    expect(packPage('packs/no-receipt-1/cases')).toBeUndefined();
  });

  it('keeps its code as it is', () => {
    const text = '[`a`](b.md) and `[c](d.md)`\n\n```md\n[e](f.md) https://example.com\n```\n';
    expect(replaceLinks(text, (link) => `/${link}`)).toBe(text.replace('(b.md)', '(/b.md)'));
    expect(linkAddresses(text)).toBe(text);
    expect(linkAddresses('At https://example.com/a, [b](https://example.com).')).toBe(
      'At <https://example.com/a>, [b](https://example.com).',
    );
  });
});

it('the pages of the site link to what there is', () => {
  const { pages, files } = sitePages(ROOT, { 'docs/rules/no-receipt-1.md': '# Norway\n\n[codes](../codes.md)\n' });
  expect(pages.get('rules/no-receipt-1.md')).toContain('(/codes.md)');
  expect(pages.get('index.md')).toContain('](/cookbook.md)');
  expect(pages.has('examples/demo.mjs.md')).toBe(true);
  expect(files).toContain('schemas/2.1/openapi.json');
  expect(() => sitePages(ROOT, { 'docs/a.md': '[b](no-such-page.md)' })).toThrow('docs/a.md: no-such-page.md');
});
