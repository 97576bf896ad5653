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
  const totals = { subtotal: 22790, discount: 0, tax: 2442, total: 22791 };
  write('wrong.json', JSON.stringify(receipt({ totals }), undefined, 2));
  const { vendor, ...written } = receipt();
  const stored = {
    ...written,
    id: 'txn_1',
    createdAt: '2026-11-20T12:35:00Z',
    vendor: { ...(vendor as object), name: 'Bageriet', country: 'SE' },
  };
  write(
    'stored.ndjson',
    ndjson({ ...stored, profileId: 'se-receipt-1', documentTier: 'receipt', schemaVersion: '2.1' }),
  );
  write('exports.ndjson', ndjson(receipt({ metadata: { country: 'SE' } })));
  write('twice.ndjson', ndjson(receipt(), receipt()));
  write('shop/one.json', JSON.stringify(refusedReceipt()));
  write('shop/north/more.ndjson.gz', gzipSync(ndjson(receipt(), receipt())));
});
afterAll(() => cli.remove());

describe('the guide to the command line', () => {
  it('states an exit code for every command', () => {
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter(({ code }) => ![0, 1, 2].includes(code))).toEqual([]);
  });

  it.each(commands)('states the actual exit code of $command', ({ command, code }) => {
    const program = `receipt-rules() { '${process.execPath}' main.mjs "$@"; }`.replace(
      'receipt-rules',
      'receipt_rules',
    );
    const script = `${program}\n${command.replace('receipt-rules', 'receipt_rules')}`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: cli.folder, encoding: 'utf8', input: '' });
    const isQuiet =
      !command.includes('--fix') && / --(?:country|stored)|^receipt-rules (?:explain|packs|changes)/.test(command);
    expect(status).toBe(code);
    if (isQuiet) expect(stderr === '').toBe(code !== 2);
  });
});
