import { existsSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { markdownPages, readText } from './repository.js';
import { linkAddresses, outsideOfCode, packPage, replaceLinks, sitePath, target } from './site-path.js';

/** The parts of the site. */
export interface SitePages {
  /** Markdown by its path on the site. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files of the repository that pages link to, served unchanged at the same path. */
  readonly files: ReadonlySet<string>;
}

/** Pages that name every part of the code, and would come first in every search. */
const UNSEARCHED = /^docs\/internals\/mutation-survivors\.md$/;
const NO_SEARCH = '---\nsearch: false\n---\n\n';
/** Pages whose table takes the place of the outline. */
const WIDE = /^docs\/countries\.md$/;
const NO_OUTLINE = '---\naside: false\n---\n\n';

/** File types that browsers show or programs read. Any other file becomes a page with its text. */
const SERVED = /\.(?:json|svg)$/;
const LANGUAGE: Readonly<Record<string, string>> = { '.ts': 'ts', '.mjs': 'js', '.js': 'js', '.yaml': 'yaml' };

/**
 * Turns every page of the repository into a page of the site, with the files they link to.
 *
 * @param generated generated pages, which may replace files, by their path in the repository
 * @throws Error if the target of a link does not exist
 */
export function sitePages(root: string, generated: Readonly<Record<string, string>>): SitePages {
  const pages = new Map<string, string>();
  const files = new Set<string>();
  const sources = new Map(markdownPages(root).map((path) => [path, readText(root, path)]));
  for (const [path, text] of Object.entries(generated)) sources.set(path, text);

  const link = (page: string, text: string): string => {
    const { path, anchor } = target(page, text);
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

  const sourcePage = (path: string): string =>
    [
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
    return [`# ${path}`, '', ...entries, ''].join('\n');
  };

  for (const [path, text] of sources) {
    const shown = outsideOfCode(text, (prose) => prose.replaceAll(/<!--.*?-->\n*/gs, ''));
    pages.set(
      sitePath(path),
      (UNSEARCHED.test(path) ? NO_SEARCH : WIDE.test(path) ? NO_OUTLINE : '') +
        linkAddresses(replaceLinks(shown, (one) => link(path, one))),
    );
  }
  return { pages, files };
}
