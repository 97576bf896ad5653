import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './blocks.js';

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git', '.data', '.stryker', 'docs/api']);

/** Every page of Markdown in the repository. */
function pages(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(path) || SKIPPED.has(entry.name) ? [] : pages(path);
    return path.endsWith('.md') ? [path] : [];
  });
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const withoutBlocks = (text: string): string => text.replaceAll(/^ *```.+?^ *```$/gms, '');

/** The anchors of a page: its headings in lower case, without punctuation, numbered where they repeat. */
function anchors(page: string): Set<string> {
  const seen = new Map<string, number>();
  return new Set(
    [...withoutBlocks(read(page)).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => {
      const slug = [...heading.toLowerCase()]
        .filter((character) => /[\p{Letter}\p{Number}_ -]/u.test(character))
        .join('')
        .replaceAll(' ', '-');
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  );
}

function links(page: string): string[] {
  const prose = withoutBlocks(read(page)).replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);
}

/** What is wrong with a link, or undefined. */
function fault(page: string, target: string): string | undefined {
  if (target.startsWith('https://')) return URL.canParse(target) ? undefined : `${target} is no address`;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? page : posix.normalize(posix.join(dirname(page), file));
  if (path.startsWith('..') || !existsSync(join(ROOT, path))) return `${target} leads to no file`;
  if (anchor === undefined) return undefined;
  return anchors(path).has(anchor) ? undefined : `${target} leads to no heading`;
}

describe('links in', () => {
  it.each(pages())('%s lead somewhere', (page) => {
    expect(links(page).flatMap((target) => fault(page, target) ?? [])).toEqual([]);
  });

  it('the index lead to every page of documentation, or to its folder', () => {
    const linked = new Set(links('docs/README.md').map((target) => posix.join('docs', target)));
    const isLinked = (page: string): boolean => linked.has(page) || linked.has(`${dirname(page)}/`);
    expect(pages('docs').filter((page) => page !== 'docs/README.md' && !isLinked(page))).toEqual([]);
  });
});
