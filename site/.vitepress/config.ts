/** The documentation site; `npm run docs` puts its pages into `site/pages/` and calls VitePress. */
import { readFileSync } from 'node:fs';
import { defineConfig, postcssIsolateStyles, type DefaultTheme } from 'vitepress';
import { anchor } from '../../scripts/generate/rule-catalogue/markdown.js';
import { readPublisher } from '../../scripts/release/publisher.js';
import { renderForSearch, SEARCH } from './search.js';

const { sidebar, nav } = JSON.parse(readFileSync(new URL('../pages/menu.json', import.meta.url), 'utf8')) as Pick<
  DefaultTheme.Config,
  'sidebar' | 'nav'
>;
const inSidebar = JSON.stringify(sidebar);
const { homepage } = readPublisher();
const base = homepage === '' ? '/' : new URL(`${homepage}/`).pathname;

export default defineConfig({
  title: 'receipt-rule-packs',
  description: 'Tax and receipt law as rule packs for point-of-sale transactions',
  lang: 'en',
  srcDir: 'pages',
  outDir: '../dist-docs',
  cacheDir: './.vitepress/cache',
  base,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['link', { rel: 'stylesheet', href: `${base}receipt.css` }],
  ],
  // The pages are Markdown for Git hosts, so headings get the same anchors as on Git hosts, and braces have no special
  // meaning.
  markdown: {
    anchor: { slugify: anchor },
    attrs: { disable: true },
    // `npm run docs` has already turned URLs into links.
    linkify: false,
    // Colours with a contrast ratio of at least 4.5 : 1 to the theme's background.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  // Generated pages have no file to edit, and as long as publisher.json names no repository, no page has an edit link.
  // A page that is not in the sidebar gets no previous or next link, because VitePress would link to the first page.
  transformPageData: ({ frontmatter, relativePath }) => {
    if (frontmatter.edit === undefined) frontmatter.editLink = false;
    if (!inSidebar.includes(`"/${relativePath.replace(/\.md$/, '.html')}"`)) {
      frontmatter.prev ??= false;
      frontmatter.next ??= false;
    }
  },
  vite: {
    build: { chunkSizeWarningLimit: 4_000 },
    // A drawn receipt's tables are in an element of class vp-raw, to which the styles for text do not apply.
    css: { postcss: { plugins: [postcssIsolateStyles({ includeFiles: [/vp-doc\.css/, /theme\/style\.css/] })] } },
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: { searchOptions: SEARCH }, _render: renderForSearch } },
    editLink: { pattern: ({ frontmatter }) => String(frontmatter.edit), text: 'Edit this page' },
  },
});
