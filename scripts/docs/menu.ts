import type { DefaultTheme } from 'vitepress';

/** The top bar and the sidebar. */
export interface Menu {
  readonly nav: DefaultTheme.NavItem[];
  readonly sidebar: DefaultTheme.SidebarItem[];
}

const SERVICE = [
  'examples/reference-server/index.md',
  'examples/dashboard/index.md',
  'proxy.md',
  'upgrade.md',
  'high-availability.md',
  'scaling.md',
];
const EXAMPLES = ['examples/index.md', 'examples/receipts/index.md', 'vectors/index.md'];
const PROJECT = [
  'architecture.md',
  'contributing.md',
  'code_of_conduct.md',
  'security.md',
  'changelog.md',
  'internals/decisions.md',
  'internals/proof.md',
  'internals/mutation-survivors.md',
  'bench/index.md',
];

/**
 * @param pages the Markdown of each page, by path on the site
 * @param version the package's version
 */
export function menu(pages: ReadonlyMap<string, string>, version: string): Menu {
  const item = (path: string) => ({
    text: titleOf(pages.get(path) ?? path),
    link: `/${path.replace(/\.md$/, '.html')}`,
  });
  const group = (text: string, paths: readonly string[]) => ({ text, collapsed: true, items: paths.map(item) });
  // In the order of the page that lists all the guides.
  const guides = [...(pages.get('contents.md') ?? '').matchAll(/\]\(\/(guides\/[^)#]+|cookbook\.md)\)/g)].map(
    ([, path = '']) => path,
  );
  const below = (folder: string) => [...pages.keys()].filter((path) => path.startsWith(folder)).sort();
  const countries = below('countries/');
  // A country page has a title such as "Norway: no-receipt-1".
  const byName = countries
    .map(item)
    .map(({ text, link }) => ({ text: text.split(':')[0]!, link }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  const modules = below('api/').filter((path) => path !== 'api/index.md');
  const playground = { text: 'Playground', link: '/playground/index.html', target: '_self' };
  return {
    nav: [
      { text: 'Guide', link: '/guides/validate-before-you-send.html' },
      { text: 'Cookbook', link: '/cookbook.html' },
      { text: 'Codes', link: '/codes.html' },
      { text: 'API', link: '/api/index.html' },
      { text: 'Countries', link: '/countries.html' },
      playground,
      { text: `v${version}`, link: '/changelog.html' },
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'Home', link: '/index.html' },
          { text: 'What it is', link: '/readme.html' },
          { text: 'All pages', link: '/contents.html' },
          playground,
        ],
      },
      { ...group('Guides', [...new Set(guides)]), collapsed: false },
      { text: 'Countries', collapsed: true, items: [item('countries.md'), item('rules.md'), ...byName] },
      {
        text: 'Reference',
        collapsed: true,
        items: [
          item('codes.md'),
          item('causes.md'),
          item('classes.md'),
          item('glossary.md'),
          item('limits.md'),
          item('changes.md'),
          item('versioning.md'),
          { text: 'API', link: '/api/index.html', collapsed: true, items: modules.map(item) },
        ],
      },
      group('The service', SERVICE),
      group('Examples', EXAMPLES),
      group('The project', PROJECT),
    ],
  };
}

/** The first heading of a page, without markup. */
function titleOf(text: string): string {
  return (/^# (.*)$/m.exec(text)?.[1] ?? '').replaceAll(/[`*\\]/g, '');
}
