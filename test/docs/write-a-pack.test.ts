import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { blocksOf, ROOT } from './blocks.js';

const GUIDE = 'docs/guides/write-a-pack.md';
const COPIED = [
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'src',
  'packs',
  'vectors',
  'schemas',
  'scripts',
  'test/packs',
  'test/support',
];

const run = promisify(execFile);
const text = readFileSync(join(ROOT, GUIDE), 'utf8');

/** The files of the pack that the guide writes. */
const files = new Map([
  ...blocksOf(GUIDE).flatMap(({ path, code }) => (path.startsWith('packs/') ? [[path, code] as const] : [])),
  ...[...text.matchAll(/^`(packs\/[^`]+\.json)`:\n\n```json\n(.*?)^```$/gms)].map(
    ([, path, json]) => [path!, json!] as const,
  ),
]);
const commands = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, lines]) => lines!.trim().split('\n'));

const copies: string[] = [];

/** A copy of what a pack needs of the repository, with the pack in it. */
function copyWithPack(): string {
  const copy = mkdtempSync(join(tmpdir(), 'write-a-pack-'));
  copies.push(copy);
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  for (const [path, content] of files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), content);
  }
  return copy;
}

/** Runs a command of the guide; rejects where it fails. */
async function shell(cwd: string, command: string): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_ENV$/.test(name)));
  const { stdout } = await run('sh', ['-c', command], { cwd, env: { ...env, NO_COLOR: '1' } });
  return stdout;
}

describe('the guide on writing a pack', () => {
  afterAll(() => copies.forEach((copy) => rmSync(copy, { recursive: true })));

  it('writes the files that it lists', () => {
    expect([...files.keys()].sort()).toEqual(
      ['base', 'currency_not_allowed', 'invalid_rate', 'invalid_type', 'rate_not_in_window', 'required']
        .map((name) => `packs/qx-receipt-1/cases/${name}.json`)
        .concat(['index', 'rates', 'register'].map((name) => `packs/qx-receipt-1/${name}.ts`)),
    );
    expect(commands).toEqual(['npm run generate', 'npx vitest run test/packs -t qx-receipt-1']);
  });

  it('works from end to end', async () => {
    const copy = copyWithPack();
    await shell(copy, commands[0]!);
    expect(readFileSync(join(copy, 'packs/index.ts'), 'utf8')).toContain('[qxReceipt1, seReceipt1]');
    const page = readFileSync(join(copy, 'docs/rules/qx-receipt-1.md'), 'utf8');
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings.slice(2)).toEqual([
      'currency',
      'vat-rate',
      'vat-rate-window',
      'vat-rate-window-warning',
      'cash-register',
    ]);
    expect(page).toMatch(/^→ extensions\.qx required: /m);

    const report = await shell(copy, commands[1]!);
    expect(Number(/^Tests: (\d+) passed, 0 failed$/m.exec(report)?.[1])).toBeGreaterThan(20);
  }, 120_000);

  it('needs its cases: the generator stops where a rule has none', async () => {
    const copy = copyWithPack();
    rmSync(join(copy, 'packs/qx-receipt-1/cases/currency_not_allowed.json'));
    const failure: unknown = await shell(copy, commands[0]!).catch((error: unknown) => error);
    expect((failure as { stderr: string }).stderr).toContain(
      'packs/qx-receipt-1/cases: no case shows that rule currency raises currency_not_allowed; add one to currency_not_allowed.json',
    );
  }, 120_000);
});
