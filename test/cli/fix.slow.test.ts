import { appendFile, chmod, link, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileState, replaceFile } from '../../cli/fix/replace-file.js';
import { DOCUMENTS } from './documents.js';
import { buildCli, type BuiltCli, type Outcome } from './process.js';
import { ndjson, receipt, refusedReceipt } from './receipt.js';

const BY_COUNTRY = ['validate', '--country-field', 'metadata.country'];
const LEVELS = ['--fix', '--fix=likely', '--fix=recompute'];

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.remove());

const at = (name: string): string => join(cli.folder, name);
const text = (name: string): Promise<string> => readFile(at(name), 'utf8');
const fix = (args: readonly string[], input?: string | Uint8Array): Promise<Outcome> =>
  cli.run(['validate', '--country', 'SE', ...args], { input });
/** A receipt whose total is not the sum of its parts: a mistake that has only one possible fix. */
const wrong = (changes: object = {}) =>
  receipt({ totals: { subtotal: 22790, discount: 0, tax: 2442, total: 22791 }, ...changes });
const right = receipt();

/** Applies a unified diff with a single hunk, which replaces lines one by one. */
const afterDiff = (before: string, diff: string): string =>
  diff
    .split('\n')
    .filter((line) => /^-(?!--)/.test(line))
    .reduce((now, removed, i) => {
      const added = diff.split('\n').filter((line) => /^\+(?!\+\+)/.test(line))[i]!;
      return now.replace(removed.slice(1), () => added.slice(1));
    }, before);

describe('--fix on receipts from all countries', () => {
  const args = [...BY_COUNTRY, '--rate-windows', 'off', '--severity', 'fiscal_missing=off'];

  it.each(LEVELS)('changes nothing on the second run: %s', async (level) => {
    const first = await cli.run([...args, level], { input: ndjson(...DOCUMENTS) });
    const again = await cli.run([...args, level], { input: first.stdout });
    expect(again.stdout).toBe(first.stdout);
    expect(again.code).toBe(first.code);
    expect(first.stdout.split('\n')).toHaveLength(DOCUMENTS.length + 1);
  });

  it('adds no issues to any document, at any level', async () => {
    const problems = async (input: string): Promise<number[]> => {
      const { stdout } = await cli.run([...args, '--issues', '--format', 'json'], { input });
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { issues: object[] }).issues.length);
    };
    const before = ndjson(...DOCUMENTS);
    let counts = await problems(before);
    for (const level of LEVELS) {
      const { stdout, code } = await cli.run([...args, level], { input: before });
      const left = await problems(stdout);
      expect(code).toBe(left.some((count) => count > 0) ? 1 : 0);
      // Fixing a structural fault may reveal issues that it hid.
      for (const [i, count] of left.entries()) if (count === 0) counts[i] = 0;
      expect(left.filter((count) => count === 0).length).toBeGreaterThanOrEqual(
        counts.filter((count) => count === 0).length,
      );
      counts = left;
    }
  });
});

describe('--fix', () => {
  it('changes only what is wrong, and keeps white space, order and number formats', async () => {
    const pretty = `\ufeff${JSON.stringify(wrong(), undefined, '\t').replace('"quantity": 1,', '"quantity" : 1.0,')}\n\n`;
    const before = pretty.replaceAll('\n', '\r\n');
    await writeFile(at('one.json'), before);
    await chmod(at('one.json'), 0o640);
    const { code, stdout } = await fix(['one.json', '--fix']);
    expect([code, stdout]).toEqual([0, '']);
    expect(await text('one.json')).toBe(before.replace('22791', '22790'));
    expect((await stat(at('one.json'))).mode & 0o777).toBe(0o640);
    expect((await readdir(cli.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('replaces a file that contains an array, but writes a sequence of documents to stdout', async () => {
    const array = JSON.stringify([wrong(), right, wrong()], undefined, 1);
    await writeFile(at('array.json'), array);
    expect((await fix(['array.json', '--fix'])).stdout).toBe('');
    expect(await text('array.json')).toBe(array.replaceAll('22791', '22790'));
    const rows = ndjson(right, wrong(), right);
    for (const name of ['rows.ndjson', 'rows.json']) {
      await writeFile(at(name), rows);
      const { code, stdout } = await fix([name, '--fix']);
      expect([code, stdout]).toEqual([0, rows.replace('22791', '22790')]);
      expect(await text(name)).toBe(rows);
    }
  });

  it('writes gzip files and stdin to stdout, including text that is not a document', async () => {
    const rows = `${JSON.stringify(right)}\n\n{"broken" 1}\n${JSON.stringify(wrong())}\r\n`;
    const fixed = rows.replace('22791', '22790');
    await writeFile(at('packed.json'), gzipSync(rows));
    expect(await fix(['packed.json', '--fix'])).toMatchObject({ code: 1, stdout: fixed });
    expect(await fix(['-', '--fix'], rows)).toMatchObject({ code: 1, stdout: fixed });
    const odd = Buffer.concat([Buffer.from('{"\xff', 'latin1'), Buffer.from(`"}\n${rows}`)]);
    const { stdout } = await fix(['-', '--fix', '--format', 'json'], odd);
    expect(stdout).toContain(fixed);
  });

  it('leaves files untouched if there is nothing to fix, or only a choice to make', async () => {
    await writeFile(at('choice.json'), JSON.stringify(refusedReceipt()));
    const before = await stat(at('choice.json'), { bigint: true });
    for (const level of LEVELS) expect((await fix(['choice.json', level])).code).toBe(1);
    const after = await stat(at('choice.json'), { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
  });

  it('does not change a document from another country to match the selected country', async () => {
    const document = { ...wrong(), currency: 'NOK', tax: { ...(right.tax as object), scheme: 'NO_MVA' } };
    expect((await fix(['-', '--fix=recompute'], ndjson(document))).stdout).toBe(ndjson(document));
  });

  it('leaves documents with repeated keys untouched', async () => {
    const input = JSON.stringify(wrong()).replace('{', '{"type":"sale",');
    expect(await fix(['-', '--fix'], input)).toMatchObject({ code: 1, stdout: input });
  });
});

describe('--fix with a level', () => {
  const words = () => wrong({ payment: { method: 'Kort', last4: '4242' } });

  it('also applies likely fixes at the level likely', async () => {
    const certain = await fix(['-', '--fix'], ndjson(words()));
    expect([certain.code, certain.stdout.includes('Kort')]).toEqual([1, true]);
    const likely = await fix(['-', '--fix=likely'], ndjson(words()));
    expect([likely.code, likely.stdout]).toEqual([0, ndjson(receipt({ payment: { method: 'card', last4: '4242' } }))]);
  });

  it('reports the fixed and the remaining causes', async () => {
    const { stderr } = await fix(['-', '--fix', '--format', 'json'], ndjson(words()));
    expect(JSON.parse(stderr)).toMatchObject({
      valid: false,
      fixed: [{ code: 'total', number: 1 }],
      causes: [{ code: 'word', confidence: 'likely' }],
    });
  });

  it.each([[['--fix=all']], [['--dry-run']], [['--fix=']]])('rejects the arguments %j', async (args) => {
    expect((await fix(['-', ...args], ndjson(right))).code).toBe(2);
  });
});

describe('--dry-run', () => {
  it('prints a unified diff, and writes nothing', async () => {
    const before = JSON.stringify(wrong(), undefined, 2);
    await mkdir(at('dry'));
    await writeFile(at('dry/a.json'), before);
    await writeFile(at('dry/b.json'), JSON.stringify(right));
    const { code, stdout } = await fix(['dry', '--fix', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^--- a\/dry\/a\.json\n\+\+\+ b\/dry\/a\.json\n@@ -\d+,7 \+\d+,7 @@\n/);
    expect(afterDiff(before, stdout)).toBe(before.replace('22791', '22790'));
    expect(await text('dry/a.json')).toBe(before);
    const rows = ndjson(right, wrong());
    expect(afterDiff(rows, (await fix(['-', '--fix', '--dry-run'], rows)).stdout)).toBe(rows.replace('22791', '22790'));
  });
});

describe('files that must not be replaced', () => {
  it.each<[what: string, prepare: (name: string) => Promise<unknown>]>([
    ['a link', (name) => rename(at(name), at(`${name}.real`)).then(() => symlink(at(`${name}.real`), at(name)))],
    ['a file with two names', (name) => link(at(name), at(`${name}.other`))],
    ['a read-only file', (name) => chmod(at(name), 0o444)],
  ])('stay unchanged, and the command exits with 2: %s', async (what, prepare) => {
    const name = `${what.replaceAll(' ', '-')}.json`;
    const before = JSON.stringify(wrong());
    await writeFile(at(name), before);
    await prepare(name);
    const { code, stderr } = await fix([name, '--fix']);
    expect([code, await text(name)]).toEqual([2, before]);
    expect(stderr).toContain(name);
    expect((await readdir(cli.folder)).filter((each) => each.endsWith('.tmp'))).toEqual([]);
  });

  it('include files that were changed or removed after the command read them', async () => {
    await writeFile(at('busy.json'), 'old');
    const state = await fileState(at('busy.json'));
    const replace = () => replaceFile(at('busy.json'), state, Buffer.from('old'), Buffer.from('new'));
    await appendFile(at('busy.json'), '!');
    await expect(replace()).rejects.toMatchObject({ code: 'not_written' });
    expect(await text('busy.json')).toBe('old!');
    await rename(at('busy.json'), at('moved.json'));
    await expect(replace()).rejects.toMatchObject({ code: 'not_written' });
    expect((await readdir(cli.folder)).filter((each) => each.includes('busy'))).toEqual([]);
  });
});
