import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markdownPages } from '../../scripts/docs/repository.js';
import { anchorsOf, withoutBlocks } from './anchors.js';
import { ROOT } from './blocks.js';

const pages = markdownPages(ROOT);
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function links(page: string): string[] {
  const prose = withoutBlocks(read(page)).replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);
}

/** What is wrong with a link, or undefined. */
function fault(page: string, target: string): string | undefined {
  if (target.startsWith('https://')) return URL.canParse(target) ? undefined : `${target} is not an address`;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? page : posix.normalize(posix.join(dirname(page), file));
  if (path.startsWith('..') || !existsSync(join(ROOT, path))) return `${target} leads to no file`;
  if (anchor === undefined) return undefined;
  return anchorsOf(read(path)).has(anchor) ? undefined : `${target} leads to no heading`;
}

describe('links in', () => {
  it.each(pages)('%s work', (page) => {
    expect(links(page).flatMap((target) => fault(page, target) ?? [])).toEqual([]);
  });

  it('in the index and in CONTRIBUTING.md lead to every documentation page, or to its folder', () => {
    const linked = new Set([
      ...links('docs/README.md').map((target) => posix.join('docs', target)),
      // The users' index omits the pages for contributors.
      ...links('CONTRIBUTING.md').filter((target) => target.startsWith('docs/internals/')),
    ]);
    const isLinked = (page: string): boolean => linked.has(page) || linked.has(`${dirname(page)}/`);
    expect(pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md' && !isLinked(page))).toEqual(
      [],
    );
  });
});
