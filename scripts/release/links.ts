import { packPage, sitePath, target } from '../docs/site-path.js';

/** How doc comments cite a page that has no address while `publisher.json` is empty. */
const CITED = /(docs\/[\w/-]+\.md)(#[\w-]+)? in the repository/g;

/**
 * A page in the package, with working links. Keeps links to files in the package, and points all others to the
 * documentation site. While the site has no address, such a link becomes the path in the repository.
 *
 * @param page the page's path in the repository
 * @param isInPackage whether the package contains a path in the repository
 */
export function publishedPage(
  page: string,
  text: string,
  homepage: string,
  isInPackage: (path: string) => boolean,
): string {
  const shown = (link: string, name: string): string => {
    const { path, anchor } = target(page, link);
    if (isInPackage(path)) return `[${name}](${link})`;
    if (homepage !== '') return `[${name}](${addressOf(path, anchor, homepage)})`;
    const isNamed = name.replaceAll('`', '') === path;
    return isNamed ? `\`${path}\`` : `${name} (\`${path}\` in the repository)`;
  };
  const address = (link: string): string => addressOf(target(page, link).path, '', homepage);
  return withLinks(withPictures(text, homepage === '' ? undefined : address), shown);
}

/** Replaces picture addresses; removes the pictures if there is no site. */
function withPictures(text: string, addressOf: ((link: string) => string) | undefined): string {
  return text.replaceAll(/<picture>.*?<\/picture>\n*/gs, (picture) =>
    addressOf === undefined
      ? ''
      : picture.replaceAll(/(?<=\b(?:src|srcset)=")(?!https?:)[^"]+/g, (link) => addressOf(link)),
  );
}

/** Replaces the pages cited in doc comments with their addresses, if there is a site. */
export function publishedTypes(text: string, homepage: string): string {
  return homepage === '' ? text : withCited(text, (path, anchor) => addressOf(path, anchor, homepage));
}

/** Replaces each citation of a page in a doc comment with the result of `replace`; `anchor` may be ''. */
export function withCited(text: string, replace: (path: string, anchor: string) => string): string {
  return text.replaceAll(CITED, (_, path: string, anchor = '') => replace(path, String(anchor)));
}

/** The address on the site for a page, a pack or a file in the repository. */
function addressOf(path: string, anchor: string, homepage: string): string {
  const page = sitePath(packPage(path) ?? path);
  return `${homepage}/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}${anchor}`;
}

/** Replaces `[name](link)` if the link is relative, outside code blocks. A name may contain code. */
function withLinks(text: string, replace: (link: string, name: string) => string): string {
  const codes: string[] = [];
  const held = (code: string): string => `\0${codes.push(code) - 1}\0`;
  const shown = (part: string): string => part.replaceAll(/\0(\d+)\0/g, (_, i: string) => codes[Number(i)]!);
  const prose = text.replaceAll(/^ *```.+?^ *```$|`[^`\n]*`/gms, held);
  return shown(
    prose.replaceAll(/\[([^[\]]*)\]\((?!https?:)([^)\s]+)\)/g, (_, name: string, link: string) =>
      replace(link, shown(name)),
    ),
  );
}
