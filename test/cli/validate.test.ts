import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli, type BuiltCli, type RunOptions } from './process.js';
import { ndjson, receipt, refusedReceipt } from './receipt.js';
import { parseXml } from './xml.js';

interface Line {
  readonly source: string;
  readonly index?: number;
  readonly line?: number;
  readonly valid?: boolean;
  readonly error?: { readonly code: string };
  readonly issues?: readonly { readonly field: string; readonly code: string }[];
  readonly failure?: { readonly code: string };
}

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.remove());

/** Validates for Sweden; gives the exit code and the report's objects. */
async function validate(args: readonly string[], options?: RunOptions) {
  const { code, stdout, stderr } = await cli.run(['validate', '--country', 'SE', '--format', 'json', ...args], options);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, stderr, lines: lines.map((line) => JSON.parse(line) as Line) };
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(cli.folder, name), content);
  return name;
}

describe('exit codes', () => {
  it.each<[what: string, input: string | Uint8Array, code: number, lines: object[]]>([
    ['one valid document', JSON.stringify(receipt()), 0, [{ source: '<stdin>', index: 0, valid: true }]],
    ['a pretty-printed array', JSON.stringify([receipt(), receipt()], undefined, 2), 0, [{ line: 2 }, { valid: true }]],
    [
      'an invalid document among others',
      ndjson(receipt(), refusedReceipt(), receipt()),
      1,
      [
        { valid: true },
        { line: 2, error: { code: 'validation_failed' }, issues: [{ field: 'currency' }] },
        { valid: true },
      ],
    ],
    [
      'a line that is no JSON',
      `${JSON.stringify(receipt())}\n{"type": sale}\n${JSON.stringify(receipt())}\n`,
      1,
      [{ valid: true }, { error: { code: 'invalid_json', line: 2, column: 10 } }, { line: 3, valid: true }],
    ],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), 1, [{ error: { code: 'invalid_json' } }]],
    ['nothing', '', 2, [{ source: '<stdin>', failure: { code: 'no_document' } }]],
    ['an empty array', '[]', 2, [{ failure: { code: 'no_document' } }]],
    ['a compressed file', gzipSync('{}'), 2, [{ failure: { code: 'unsupported_encoding' } }]],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 2, [{ failure: { code: 'unsupported_encoding' } }]],
    [
      'a document that is too large, and one after it',
      `{"a":"${'x'.repeat(17 * 1024 * 1024)}"}\n${JSON.stringify(receipt())}\n`,
      2,
      [
        { line: 1, failure: { code: 'document_too_large' } },
        { index: 1, line: 2, valid: true },
      ],
    ],
  ])('%s', async (_, input, code, lines) => {
    const outcome = await validate(['-'], { input });
    expect(outcome.code).toBe(code);
    expect(outcome.lines).toMatchObject(lines);
    expect(outcome.stderr === '').toBe(code !== 2);
  });

  it('validates the other files where one cannot be read', async () => {
    const good = await file('good.json', JSON.stringify(receipt()));
    await mkdir(join(cli.folder, 'folder'));
    const { code, lines, stderr } = await validate(['missing.json', 'folder', good]);
    expect(code).toBe(2);
    expect(lines).toMatchObject([
      { source: 'missing.json', failure: { code: 'unreadable' } },
      { source: 'folder', failure: { code: 'unreadable' } },
      { source: good, valid: true },
    ]);
    expect(stderr).toContain('ENOENT');
    expect(stderr).not.toContain('EISDIR');
  });

  it('counts per source, and reads stdin among files', async () => {
    const first = await file('first.ndjson', ndjson(receipt(), receipt()));
    const { code, lines } = await validate([first, '-'], { input: ndjson(refusedReceipt()) });
    expect(code).toBe(1);
    expect(lines.map(({ source, index }) => [source, index])).toEqual([
      [first, 0],
      [first, 1],
      ['<stdin>', 0],
    ]);
  });
});

describe('options', () => {
  it('--multi-location demands the name of the location', async () => {
    const input = ndjson(receipt());
    expect((await validate([], { input })).code).toBe(0);
    const { code, lines } = await validate(['--multi-location'], { input });
    expect(code).toBe(1);
    expect(lines).toMatchObject([{ issues: [{ field: 'vendor.locationName', code: 'required' }] }]);
  });

  it.each(['off', 'warn', 'enforce'])('--rate-windows %s is taken', async (mode) => {
    expect((await validate(['--rate-windows', mode], { input: ndjson(receipt()) })).code).toBe(0);
  });
});

describe('formats', () => {
  const input = ndjson(receipt(), refusedReceipt());
  const report = (format: string) => cli.run(['validate', '--country', 'SE', '--format', format], { input });

  it('text tells what is invalid', async () => {
    const { code, stdout } = await cli.run(['validate', '--country', 'SE'], { input });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^<stdin>:2:1: validation_failed/m);
    expect(stdout).toMatch(/^ {2}2:[0-9]+ {2}error .*currency {2}currency_not_allowed/m);
    expect(stdout).not.toContain('\u001b');
  });

  it('sarif is one log', async () => {
    const { code, stdout } = await report('sarif');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'currency_not_allowed' }], invocations: [{ exitCode: 1 }] }],
    });
  });

  it('junit is well-formed', async () => {
    const { code, stdout } = await report('junit');
    expect(code).toBe(1);
    expect(parseXml(stdout).children[0]?.attributes).toMatchObject({ tests: '2', failures: '1' });
  });
});

describe('streams', () => {
  const MEGABYTE = ndjson(...Array<unknown>(1000).fill(receipt()));
  const block = Buffer.from(MEGABYTE.repeat(Math.ceil(1e6 / MEGABYTE.length)));
  const blockDocuments = block.toString().split('\n').length - 1;

  async function* blocks(count: number): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < count; i++) yield block;
  }

  it('takes 60 MB of NDJSON in little memory', async () => {
    const nodeOptions = ['--max-old-space-size=48'];
    const { code, stdout } = await cli.run(['validate', '--country', 'SE'], { input: blocks(60), nodeOptions });
    expect(code).toBe(0);
    expect(stdout).toContain(`${60 * blockDocuments} valid`);
  });

  it('takes one array of 30 MB on one line in little memory', async () => {
    const elements = Buffer.from(block.toString().trimEnd().replaceAll('\n', ','));
    async function* array(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 30; i++) {
        yield Buffer.from(i === 0 ? '[' : ',');
        yield elements;
      }
      yield Buffer.from(']');
    }
    const nodeOptions = ['--max-old-space-size=48'];
    const { code, stdout } = await cli.run(['validate', '--country', 'SE'], { input: array(), nodeOptions });
    expect(code).toBe(0);
    expect(stdout).toContain(`${30 * blockDocuments} valid`);
  });

  it('writes results while the input goes on', async () => {
    let told: (() => void) | undefined;
    const seen = new Promise<void>((resolve) => (told = resolve));
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(ndjson(refusedReceipt()));
      // Nothing more comes until the first result was written: it would hang here otherwise.
      await seen;
      yield Buffer.from(ndjson(receipt()));
    }
    const options = { input: slow(), onOutput: () => told?.() };
    const { code, stdout } = await cli.run(['validate', '--country', 'SE'], options);
    expect(code).toBe(1);
    expect(stdout).toContain('2 documents');
  });

  it.each([
    ['valid', receipt(), 0],
    ['invalid', refusedReceipt(), 1],
  ])('ends quietly when the reader leaves early, documents being %s', async (_, document, expected) => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield Buffer.from(ndjson(document).repeat(50));
    }
    const args = ['validate', '--country', 'SE', '--format', 'json'];
    const { code, signal, stderr } = await cli.run(args, { input: endless(), closeAfter: 1 });
    expect({ code, signal, stderr }).toEqual({ code: expected, signal: null, stderr: '' });
  });
});
