import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Graph } from '../../scripts/check/graph.js';
import { sourceFiles } from '../../scripts/check/lint-keys.js';
import { ROOT } from '../docs/blocks.js';
import { commandsOfGuide, writeGuidePack } from '../docs/guide-pack.js';

/**
 * Five new countries, Switzerland (the pack that the guide makes) and four shaped like Germany, Finland, the United
 * States and the United Kingdom, as folders in a copy of the repository: nothing else changes, and every test that
 * depends on packs passes there.
 */
const HERE = join(ROOT, 'test/five-laws');
const IDS = ['ch-receipt-1', 'qn-receipt-1', 'qo-receipt-1', 'xa-receipt-1', 'qz-receipt-1'];
const SKIPPED = new Set([
  'node_modules',
  '.git',
  'dist',
  'dist-docs',
  'dist-package',
  'dist-playground',
  'coverage',
  '.cache',
  '.stryker',
  '.data',
]);
const run = promisify(execFile);

let copy = '';
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'five-laws-'));
  for (const name of readdirSync(ROOT).filter((name) => !SKIPPED.has(name)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: (path) => !path.includes('node_modules') });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Every file of the copy with its content, by path. */
function files(folder = ''): Map<string, string> {
  const entries = readdirSync(join(copy, folder)).filter((name) => !SKIPPED.has(name));
  return new Map(
    entries.flatMap((name): [string, string][] => {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (statSync(join(copy, path)).isDirectory()) return [...files(path)];
      return [
        [
          path,
          createHash('sha256')
            .update(readFileSync(join(copy, path)))
            .digest('hex'),
        ],
      ];
    }),
  );
}

/** Runs a command in the copy. Returns its output even if it fails. */
async function shell(command: string): Promise<{ readonly code: number; readonly output: string }> {
  const [file, ...args] = command.split(' ');
  const options = {
    cwd: copy,
    maxBuffer: 2 ** 28,
    env: { ...process.env, VITEST: undefined, NODE_ENV: undefined, PACKS: IDS.join(','), DRAWS: '60' },
  };
  try {
    const { stdout } = await run(file!, args, options);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: `${stdout}\n${stderr}`.slice(-20_000) };
  }
}

/**
 * The site is built once, in the repository itself; catalogue.test.ts makes its pages here, and checks their links.
 * Some tests do not depend on packs: the look of drawn receipts in a browser, API reports, long texts, the output of
 * npm run pack for Norway, and vectors made by Python. The share of receipts whose country diagnose finds is that of the
 * built-in packs.
 */
const NOT_HERE =
  /\/(?:(?:five-laws|site|page|reports|long-texts|other-languages|diagnose\/table)\.check|check-pack)\.test\.ts$/;
/**
 * Tests of Swedish documents, of texts that are no documents, or of no document at all. They take the registry of all packs, or
 * read a file, but no law of another country.
 */
const OF_NO_OTHER_COUNTRY =
  /\/(?:properties\/(?:garbage|mutations|results|valid)|document\/(?:json-text|exact-optional|openapi-lint)|fuzz\/targets|cli\/webhook|examples\/receivers|draw\/hostile)\.test\.ts$/;
/** How a module may read packs without importing them. */
const OUTSIDE = /from 'node:(?:fs|child_process|worker_threads)/;

/** The tests that new packs can break: those that import a changed module, read files, or start programs. */
function testsThatTell(changed: ReadonlySet<string>): string[] {
  const graph = new Graph(realpathSync(copy));
  const isOutside = (path: string) => !path.startsWith('src/') && OUTSIDE.test(readFileSync(join(copy, path), 'utf8'));
  return sourceFiles(copy)
    .filter(
      (path) =>
        path.startsWith('test/') &&
        path.endsWith('.test.ts') &&
        !NOT_HERE.test(path) &&
        !OF_NO_OTHER_COUNTRY.test(path),
    )
    .filter((path) => [...graph.reach(path)].some((one) => changed.has(one) || isOutside(one)));
}

describe('five new laws', () => {
  it('are at most sixty lines of law each', () => {
    for (const id of IDS.slice(1))
      expect(
        readFileSync(join(HERE, id, 'law.json'), 'utf8')
          .trimEnd()
          .split('\n').length,
      ).toBeLessThanOrEqual(60);
  });

  it('need their folders and what is generated, and every test that can tell passes', async () => {
    const before = files();
    writeGuidePack(copy);
    for (const id of IDS.slice(1)) cpSync(join(HERE, id), join(copy, 'packs', id), { recursive: true });

    const [generate] = commandsOfGuide();
    const generated = await shell(generate!);
    expect(generated.code, generated.output).toBe(0);
    const after = files();
    const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
    const ours = (path: string) => IDS.some((id) => path.startsWith(`packs/${id}/`));
    const written =
      /\.generated\.ts$|^packs\/index\.ts$|^(?:README|docs\/codes)\.md$|^vectors\/[a-z]{2}-receipt-\d+\.json$/;
    expect(changed.filter((path) => !ours(path) && !written.test(path))).toEqual([]);
    expect([...before.keys()].filter((path) => !after.has(path))).toEqual([]);

    const tests = testsThatTell(new Set(changed));
    expect(tests.length).toBeGreaterThan(50);
    const suite = `npx vitest run --project source --project check ${tests.join(' ')}`;
    const { code, output } = await shell(suite);
    expect(code, output).toBe(0);
  });
});
