import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli, type BuiltCli } from '../cli/process.js';
import { ndjson, receipt, refusedReceipt, warnedReceipt } from '../cli/receipt.js';
import { ROOT } from './blocks.js';

const guide = readFileSync(join(ROOT, 'docs/guides/command-line.md'), 'utf8');
const commands = guide
  .split('\n')
  .filter((line) => line.startsWith('receipt-rules '))
  .map((line) => {
    const [command = '', code] = line.split(' # exit ');
    return { command: command.trimEnd(), code: Number(code) };
  });

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
  mkdirSync(join(cli.folder, 'shop', 'north'), { recursive: true });
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(cli.folder, name), content);
  write('receipts.ndjson', ndjson(receipt(), warnedReceipt(), refusedReceipt()));
  write('warned.json', JSON.stringify(warnedReceipt()));
  write('shop/one.json', JSON.stringify(refusedReceipt()));
  write('shop/north/more.ndjson.gz', gzipSync(ndjson(receipt(), receipt())));
});
afterAll(() => cli.remove());

describe('the guide to the command line', () => {
  it('says of every command how it ends', () => {
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter(({ code }) => ![0, 1, 2].includes(code))).toEqual([]);
  });

  it.each(commands)('$command', ({ command, code }) => {
    const program = `receipt-rules() { '${process.execPath}' main.mjs "$@"; }`.replace(
      'receipt-rules',
      'receipt_rules',
    );
    const script = `${program}\n${command.replace('receipt-rules', 'receipt_rules')}`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: cli.folder, encoding: 'utf8', input: '' });
    expect([status, stderr === '']).toEqual([code, code !== 2]);
  });
});
