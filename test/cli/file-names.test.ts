import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileNames } from '../../cli/file-names.js';
import { InputError } from '../../cli/input.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'receipt-names-'));
  const files = [
    'a.json',
    'b.ndjson',
    'c.txt',
    'x[1].json',
    '.d.json',
    'one/a.json',
    'one/two/b.json.gz',
    'one/two/c.JSONL',
  ];
  for (const name of [...files, '.git/e.json', 'node_modules/f.json', 'empty/g.txt']) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), '{}');
  }
  await symlink(root, join(root, 'one', 'loop'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** The files that an argument matches, relative to the folder. */
async function names(argument: string): Promise<string[]> {
  const found: string[] = [];
  for await (const name of fileNames(`${root}/${argument}`)) found.push(name.slice(root.length + 1));
  return found;
}

describe('fileNames', () => {
  it.each<[argument: string, found: string[]]>([
    ['a.json', ['a.json']],
    ['missing.json', ['missing.json']],
    ['x[1].json', ['x[1].json']],
    ['one', ['one/a.json', 'one/two/b.json.gz', 'one/two/c.JSONL']],
    ['one/', ['one/a.json', 'one/two/b.json.gz', 'one/two/c.JSONL']],
    ['*.json', ['a.json', 'x[1].json']],
    ['.*.json', ['.d.json']],
    ['?.json', ['a.json']],
    ['[a-b].*', ['a.json', 'b.ndjson']],
    ['[!a].*json', ['b.ndjson']],
    ['{b,a,a}.{json,ndjson}', ['b.ndjson', 'a.json']],
    ['*/a.json', ['one/a.json']],
    ['**/a.json', ['a.json', 'one/a.json']],
    ['one/**', ['one/a.json', 'one/two/b.json.gz', 'one/two/c.JSONL']],
    ['**/two/**/*.gz', ['one/two/b.json.gz']],
    ['*/loop/a.json', ['one/loop/a.json']],
  ])('finds the files of %s', async (argument, found) => {
    expect(await names(argument)).toEqual(found);
  });

  it.each(['empty', '*.xml', 'no/**/*.json', '[z-a].json'])('refuses %s, which matches no file', async (argument) => {
    const error = await names(argument).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: 'unreadable' });
  });

  it('accepts - for stdin', async () => {
    const found: string[] = [];
    for await (const name of fileNames('-')) found.push(name);
    expect(found).toEqual(['-']);
  });
});
