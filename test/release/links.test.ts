import { describe, expect, it } from 'vitest';
import { publishedPage, publishedTypes } from '../../scripts/release/links.js';
import { publishedManifest } from '../../scripts/release/manifest.js';

const HOMEPAGE = 'https://example.com/docs';
const publish = (text: string, homepage: string) =>
  publishedPage('README.md', text, homepage, (path) => path === 'LICENSE' || path === 'vectors/README.md');

describe('links of a published page', () => {
  it.each([
    ['[a](docs/guides/a.md#b)', `[a](${HOMEPAGE}/guides/a.html#b)`, 'a (`docs/guides/a.md` in the repository)'],
    [
      '[`no-receipt-1`](packs/no-receipt-1/)',
      `[\`no-receipt-1\`](${HOMEPAGE}/countries/no.html)`,
      '`no-receipt-1` (`packs/no-receipt-1` in the repository)',
    ],
    ['[`docs/a.md`](docs/a.md)', `[\`docs/a.md\`](${HOMEPAGE}/a.html)`, '`docs/a.md`'],
    ['[all](docs/README.md)', `[all](${HOMEPAGE}/contents.html)`, 'all (`docs/README.md` in the repository)'],
    ['[x](examples/README.md)', `[x](${HOMEPAGE}/examples/)`, 'x (`examples/README.md` in the repository)'],
    ['[MIT](LICENSE)', '[MIT](LICENSE)', '[MIT](LICENSE)'],
    [
      'a\n\n<picture>\n<source srcset="b/c.svg">\n<img src="b/d.svg" alt="e">\n</picture>\n\nf',
      `a\n\n<picture>\n<source srcset="${HOMEPAGE}/b/c.svg">\n<img src="${HOMEPAGE}/b/d.svg" alt="e">\n</picture>\n\nf`,
      'a\n\nf',
    ],
    ['[web](https://example.org)', '[web](https://example.org)', '[web](https://example.org)'],
    ['`[a](docs/a.md)`', '`[a](docs/a.md)`', '`[a](docs/a.md)`'],
  ])('%s', (text, withHomepage, without) => {
    expect(publish(text, HOMEPAGE)).toBe(withHomepage);
    expect(publish(text, '')).toBe(without);
  });
});

it('pages cited in doc comments have a URL if the site has one', () => {
  const text = '/** See docs/guides/a.md#b in the repository. */';
  expect(publishedTypes(text, HOMEPAGE)).toBe(`/** See ${HOMEPAGE}/guides/a.html#b. */`);
  expect(publishedTypes(text, '')).toBe(text);
});

it('the published manifest contains the publisher data, and nothing that only the repository needs', () => {
  const manifest = { name: 'a', scripts: { test: 'b' }, devDependencies: { c: '1' }, workspaces: ['d'] };
  const filled = { repository: 'https://example.com/o/n', homepage: HOMEPAGE, bugs: 'https://example.com/o/n/issues' };
  expect(publishedManifest(manifest, filled)).toEqual({
    name: 'a',
    repository: { type: 'git', url: 'git+https://example.com/o/n.git' },
    homepage: HOMEPAGE,
    bugs: { url: 'https://example.com/o/n/issues' },
  });
  expect(publishedManifest(manifest, { repository: '', homepage: '', bugs: '' })).toEqual({ name: 'a' });
});
