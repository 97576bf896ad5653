import { existsSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { anchor as headingAnchor } from '../generate/rule-catalogue/markdown.js';
import { markdownPages, readText } from './repository.js';
import { withPlaygroundLinks, withTabs } from './tabs.js';
import { linkAddresses, outsideOfCode, packPage, replaceLinks, sitePath, target } from './site-path.js';

/** The site's parts. */
export interface SitePages {
  /** Markdown by path on the site. */
  readonly pages: ReadonlyMap<string, string>;
  /** The repository's files that pages link to, served unchanged at the same path. */
  readonly files: ReadonlySet<string>;
}

/**
 * Pages left out of the search: measurements, the list of codes, and pages that mention every part of the code and
 * would come first in every search.
 */
const UNSEARCHED = /^(?:docs\/internals\/mutation-survivors|bench\/.*|docs\/codes|docs\/causes)\.md$/;
/** Pages whose tables are so wide that the outline is hidden. */
const WIDE = /^docs\/(?:changes|receipts-by-country|countries(?:\/[a-z]+)?)\.md$/;
const HEADING = /^##/m;
/** Pages that are in no menu, only on the page that lists them. */
const LISTED = /^docs\/(?:codes|causes)(?=\/)/;

/** File types that browsers show or programs read. Any other file becomes a page that shows the text. */
const SERVED = /\.(?:json|svg)$/;
const LANGUAGE: Readonly<Record<string, string>> = { '.ts': 'ts', '.mjs': 'js', '.js': 'js', '.yaml': 'yaml' };

/**
 * Turns every page in the repository into a page of the site, with the files that these pages link to.
 *
 * @param generated the generated pages, by path in the repository; they may replace files
 * @param repository the address of the Git repository, for links to edit pages; empty if there is none
 * @throws Error if the target of a link does not exist
 */
export function sitePages(root: string, generated: Readonly<Record<string, string>>, repository = ''): SitePages {
  const pages = new Map<string, string>();
  const files = new Set<string>();
  const sources = new Map(markdownPages(root).map((path) => [path, readText(root, path)]));
  for (const [path, text] of Object.entries(generated)) sources.set(path, text);

  const codes = new Map<string, string>(
    [...sources.keys()].flatMap((path) => {
      const code = /^docs\/codes\/(.*)\.md$/.exec(path)?.[1];
      return code === undefined ? [] : [[`#${headingAnchor(code)}`, code] as const];
    }),
  );

  const link = (page: string, text: string): string => {
    const { path, anchor } = target(page, text);
    // In the repository, codes are sections of one page; on the site, each has its own page.
    if (path === 'docs/codes.md' && codes.has(anchor)) return `/codes/${codes.get(anchor)!}.md`;
    const full = posix.join(root, path);
    const ofPack = packPage(path);
    if (ofPack !== undefined && sources.has(ofPack)) return `/${sitePath(ofPack)}${anchor}`;
    if (sources.has(path)) return `/${sitePath(path)}${anchor}`;
    if (path.startsWith('..') || !existsSync(full)) throw new Error(`${page}: ${text} leads to no file`);
    if (SERVED.test(path)) {
      files.add(path);
      return `/${path}`;
    }
    if (statSync(full).isDirectory()) {
      const readme = `${path}/README.md`;
      if (existsSync(posix.join(root, readme))) return `/${sitePath(readme)}`;
      pages.set(`${path}/index.md`, folderPage(path));
      return `/${path}/`;
    }
    pages.set(`${path}.md`, sourcePage(path));
    return `/${path}.md`;
  };

  /** The previous and next pages of a page that is in no menu. */
  const neighbours = (path: string): Readonly<Record<string, unknown>> => {
    const list = LISTED.exec(path)?.[0];
    if (list === undefined) return {};
    const paths = [...sources.keys()].filter((one) => one.startsWith(`${list}/`));
    const [prev, next] = [-1, 1].map((step) => paths[paths.indexOf(path) + step]);
    const to = (one: string) => ({ text: one.slice(list.length + 1, -3), link: `/${sitePath(one)}` });
    return { prev: prev === undefined ? false : to(prev), next: next === undefined ? false : to(next) };
  };

  const sourcePage = (path: string): string =>
    [
      frontMatter({ search: false, editLink: false }),
      `# ${path}`,
      '',
      `\`\`\`\`${LANGUAGE[posix.extname(path)] ?? 'text'}`,
      readText(root, path).trimEnd(),
      '````',
      '',
    ].join('\n');

  const folderPage = (path: string): string => {
    const names = readdirSync(posix.join(root, path), { withFileTypes: true }).filter((entry) => entry.isFile());
    const entries = names.map(({ name }) => `- [${name}](${link(`${path}/index.md`, name)})`);
    return [frontMatter({ search: false, editLink: false }), `# ${path}`, '', ...entries, ''].join('\n');
  };

  for (const [path, text] of sources) {
    const { head, body } = parted(text);
    const shown = outsideOfCode(withTabs(body), (prose) => prose.replaceAll(/<!--.*?-->\n*/gs, ''));
    const editable = repository !== '' && !Object.hasOwn(generated, path);
    const front = frontMatter({
      ...head,
      ...(UNSEARCHED.test(path) && { search: false }),
      ...((WIDE.test(path) || !HEADING.test(body)) && { aside: false }),
      ...neighbours(path),
      ...(editable ? { edit: `${repository}/edit/main/${path}` } : { editLink: false }),
    });
    pages.set(
      sitePath(path),
      `${front}\n${withPlaygroundLinks(linkAddresses(replaceLinks(shown, (one) => link(path, one))), root)}`,
    );
  }
  return { pages, files };
}

const frontMatter = (fields: Readonly<Record<string, unknown>>): string =>
  ['---', ...Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), '---', ''].join('\n');

/** The front matter at the start of a generated page, and the rest. */
function parted(text: string): { head: Readonly<Record<string, unknown>>; body: string } {
  const [whole = '', lines = ''] = /^---\n(.*?)\n---\n+/s.exec(text) ?? [];
  const fields = lines === '' ? [] : lines.split('\n').map((line) => line.split(': ') as [string, string]);
  return {
    head: Object.fromEntries(fields.map(([name, value]) => [name, JSON.parse(value) as unknown])),
    body: text.slice(whole.length),
  };
}
