import { posix } from 'node:path';

/** The upper-case files at the repository root. */
const AT_ROOT = /^[A-Z_]+\.md$/;

/**
 * Maps a page in the repository to its page on the site: docs/ becomes the root, and a README its folder's page.
 *
 * @param path a path from the repository root, such as `docs/guides/receive-webhooks.md`
 * @returns the path from the site's root, such as `guides/receive-webhooks.md`
 */
export function sitePath(path: string): string {
  if (path === 'docs/README.md') return 'contents.md';
  // The home page is site/home.md.
  if (path === 'README.md') return 'readme.md';
  const below = path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
  return AT_ROOT.test(below) ? below.toLowerCase() : below;
}

/** The country page for a pack folder: on the site, links to the folder lead to that page. */
export function packPage(folder: string): string | undefined {
  const country = /^packs\/([a-z]{2})-receipt-\d+$/.exec(folder)?.[1];
  return country === undefined ? undefined : `docs/countries/${country}.md`;
}

/**
 * The target of a relative link on a page.
 *
 * @param page the path of the page with the link, from the repository root
 * @returns the path from the repository root, and the anchor with its `#`, or ''
 */
export function target(page: string, link: string): { readonly path: string; readonly anchor: string } {
  const [file = '', ...anchor] = link.split('#');
  const path = file === '' ? page : posix.normalize(posix.join(posix.dirname(page), file));
  return { path: path.replace(/\/$/, ''), anchor: anchor.map((text) => `#${text}`).join('') };
}

/** Replaces a Markdown page's relative links and picture paths, outside code. */
export function replaceLinks(text: string, replace: (link: string) => string): string {
  return outsideOfCode(text, (prose) =>
    prose.replaceAll(/(?<=\]\()(?!https?:|\/)[^)\s]+(?=\))|(?<=\b(?:src|srcset)=")(?!https?:|\/)[^"\s]+/g, (link) =>
      replace(link),
    ),
  );
}

/** Changes only the parts of a page that are outside code blocks and inline code. */
export function outsideOfCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^ *```.+?^ *```$)/ms)
    .map((part, i) => (i % 2 === 1 ? part : changeLines(part, change)))
    .join('');
}

/** Keeps code within a link's text: only the part after the closing bracket changes. */
function changeLines(prose: string, change: (prose: string) => string): string {
  return prose
    .split(/(`[^`\n]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join('');
}

/** Turns addresses in prose into links, as Git hosts do. */
export function linkAddresses(text: string): string {
  return outsideOfCode(text, (prose) =>
    prose.replaceAll(/(?<![(<\w])https?:\/\/[^\s<>()]*[^\s<>().,:;]/g, (address) => `<${address}>`),
  );
}
