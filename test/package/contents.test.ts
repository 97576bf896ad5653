import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { target } from '../../scripts/docs/site-path.js';
import { publishedManifest } from '../../scripts/release/manifest.js';
import { readPublisher } from '../../scripts/release/publisher.js';
import { anchorsOf, withoutBlocks } from '../docs/anchors.js';
import { ROOT } from '../docs/blocks.js';
import { installed, manifest, modules, run } from './consumer';

const files = filesIn(installed);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [relative(installed, path)];
  });
}

const text = (file: string) => readFileSync(join(installed, file), 'utf8');

describe('the tarball', () => {
  it('contains only the build, data, and the files that npm requires', () => {
    const expected =
      /^(?:dist\/.+\.(?:js|cjs|d\.ts|d\.cts)|(?:dist\/schemas\/2\.1|vectors)\/.+\.json|package\.json|(?:vectors\/)?README\.md|LICENSE)$/;
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['package.json', 'LICENSE', 'README.md']));
  });

  it('is at most 2.5 MB, and 30 KB more for each country beyond thirty', () => {
    const bytes = files.map((file) => statSync(join(installed, file)).size);
    const further = Math.max(0, modules.filter((name) => name.includes('/packs/')).length - 30);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2_500_000 + 30_000 * further);
  });

  it('has no runtime dependencies', () => {
    expect(manifest.dependencies ?? {}).toEqual({});
    expect(manifest.optionalDependencies ?? {}).toEqual({});
    const required = Object.keys(manifest.peerDependencies ?? {}).filter(
      (name) => !manifest.peerDependenciesMeta?.[name]?.optional,
    );
    expect(required).toEqual([]);
  });

  it('has no scripts, and only the publisher data from publisher.json', () => {
    const published = publishedManifest(
      JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as object,
      readPublisher(ROOT),
    );
    expect(manifest).toEqual(published);
    expect(manifest.scripts).toBeUndefined();
  });

  it('has pages that link only to files in the package, headings, or the web', () => {
    const pages = files.filter((file) => file.endsWith('.md'));
    const links = pages.flatMap((page) =>
      [...withoutBlocks(text(page)).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => ({ page, link })),
    );
    expect(links.length).toBeGreaterThan(3);
    const faults = links.filter(({ page, link }) => {
      if (link.startsWith('https://')) return !URL.canParse(link);
      const { path, anchor } = target(page, link);
      return !files.includes(path) || (anchor !== '' && !anchorsOf(text(path)).has(anchor.slice(1)));
    });
    expect(faults).toEqual([]);
  });

  it('has types whose comments mention only files in the package', () => {
    const types = files.filter((file) => /\.d\.c?ts$/.test(file));
    expect(types.length).toBeGreaterThan(10);
    const elsewhere = /decisions\.md|docs\/|npm run|\b(?:scripts|src|test|packs|examples)\/[\w./-]*\.(?:ts|json|md)/;
    // "in the repository" must follow a page name, which `npm run release` replaces with the URL.
    const cited = /(docs\/[\w/-]+\.md)(?:#[\w-]+)? in the repository/g;
    const comments = (file: string) => text(file).replaceAll(/^(?:import|export) .*$/gm, '');
    expect(types.filter((file) => elsewhere.test(comments(file).replaceAll(cited, '')))).toEqual([]);
    const pages = types.flatMap((file) => [...comments(file).matchAll(cited)].map(([, path = '']) => path));
    expect(pages.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('does not evaluate strings as code, and bundles no other library', () => {
    const code = files.filter((file) => /\.c?js$/.test(file));
    expect(code.filter((file) => /\beval\s*\(|\bFunction\s*\(/.test(text(file)))).toEqual([]);
    expect(code.filter((file) => /node_modules[/\\]|fast-check\/lib|new Ajv|decimal\.js/.test(text(file)))).toEqual([]);
  });
});

describe('receipt-rules', () => {
  const bin = join(installed, manifest.bin['receipt-rules']!);

  it('is a program', () => {
    expect(readFileSync(bin, 'utf8').split('\n', 1)).toEqual(['#!/usr/bin/env node']);
    expect(statSync(bin).mode & 0o111).not.toBe(0);
  });

  it.each(Object.keys(manifest.bin))('runs from node_modules/.bin as %s', (name) => {
    expect(run(`node_modules/.bin/${name}`, ['packs'])).toContain('se-receipt-1');
  });

  it("also runs under the package's name, which npx uses if the package is not installed", () => {
    expect(manifest.bin[manifest.name]).toBe(manifest.bin['receipt-rules']);
  });
});
