/** The documentation site; `npm run docs` puts its pages into `site/pages/` and calls VitePress. */
import { readFileSync } from 'node:fs';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { anchor } from '../../scripts/generate/rule-catalogue/markdown.js';
import { readPublisher } from '../../scripts/release/publisher.js';

const { sidebar, nav } = JSON.parse(readFileSync(new URL('../pages/menu.json', import.meta.url), 'utf8')) as Pick<
  DefaultTheme.Config,
  'sidebar' | 'nav'
>;
const { homepage } = readPublisher();

export default defineConfig({
  title: 'receipt-rule-packs',
  description: 'Tax and receipt law as rule packs for point-of-sale transactions',
  lang: 'en',
  srcDir: 'pages',
  outDir: '../dist-docs',
  cacheDir: './.vitepress/cache',
  base: homepage === '' ? '/' : new URL(`${homepage}/`).pathname,
  // The pages are Markdown as Git hosts render it: headings get the same anchors, and braces have no meaning.
  markdown: {
    anchor: { slugify: anchor },
    attrs: { disable: true },
    // Addresses are made links before.
    linkify: false,
    // Colours with a contrast of 4.5 : 1 on the theme's background.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
});
