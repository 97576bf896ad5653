import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './blocks.js';

const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const names = [...page.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
/** Paths from the root, of files and of folders with a trailing slash. */
const paths = names.filter((name) => /^[\w.-]+(?:\/[\w.-]+)*\/(?:[\w-]+\.[\w.]+)?$/.test(name));

const sections = new Map(page.split(/^## /m).map((text) => [text.slice(0, text.indexOf('\n')), text]));
/** Files that the section on deliveries mentions without the folder, which the section introduces first. */
const inFolder = [...(sections.get('A delivery') ?? '').matchAll(/`([\w-]+\.ts)`/g)].map(([, name = '']) => name);

describe('ARCHITECTURE.md', () => {
  it.each(paths)('names existing paths: %s', (path) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
  });

  it('names only existing files in the delivery folder', () => {
    const folder = dirname(names.find((name) => name.endsWith('/delivery/worker.ts'))!);
    expect(inFolder.length).toBeGreaterThan(0);
    expect(inFolder.filter((name) => !existsSync(join(ROOT, folder, name)))).toEqual([]);
  });

  it('names every generated file in src', () => {
    const generated = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.generated.ts'))
      .map((name) => `src/${name.replaceAll('\\', '/')}`);
    expect(generated.filter((name) => !paths.includes(name))).toEqual([]);
  });
});
