import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';

/** A file's vectors, unchanged. */
function vectorsIn(file: string): readonly { readonly name: string }[] {
  const content = JSON.parse(readFileSync(new URL(`../../vectors/${file}.json`, import.meta.url), 'utf8')) as
    | readonly { readonly name: string }[]
    | { readonly vectors: readonly { readonly name: string }[] };
  return 'vectors' in content ? content.vectors : content;
}

const files = readdirSync(new URL('../../vectors/', import.meta.url))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''));

describe('vectors/', () => {
  it('contains these files', () => {
    const ofPacks = packs.map(({ id }) => id);
    expect(files.sort()).toEqual([...ofPacks, 'list-query', 'page', 'signatures', 'signing', 'timestamps'].sort());
  });

  it.each(files)('%s has vectors with unique names', (file) => {
    const names = vectorsIn(file).map(({ name }) => name);
    // A pack has one vector for each of its own cases.
    expect(names.length).toBeGreaterThan(packs.some(({ id }) => id === file) ? 0 : 10);
    for (const name of names) expect(name.trim()).not.toBe('');
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a page that describes every file and key', () => {
    const page = readFileSync(new URL('../../vectors/README.md', import.meta.url), 'utf8');
    const keys = new Set(files.flatMap((file) => vectorsIn(file).flatMap((vector) => Object.keys(vector))));
    const named = files.filter((file) => !packs.some(({ id }) => id === file) || file === 'se-receipt-1');
    for (const file of named) expect(page).toContain(`\`${file}.json\``);
    for (const key of keys) expect(page).toContain(`\`${key}\``);
  });

  it('is in the package, at the path that the README states', () => {
    const { exports, files: packed } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, unknown>;
      files: string[];
    };
    expect(exports['./vectors/*.json']).toBe('./vectors/*.json');
    expect(packed).toContain('vectors');
    expect(existsSync('vectors/README.md')).toBe(true);
  });
});
