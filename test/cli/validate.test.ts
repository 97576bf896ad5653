import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packs } from '../../packs/index.js';
import { gate } from '../support/gate.js';
import { buildCli, type BuiltCli, type RunOptions } from './process.js';
import { ndjson, receipt, refusedReceipt, warnedReceipt } from './receipt.js';
import { parseXml } from './xml.js';

interface Line {
  readonly source: string;
  readonly index?: number;
  readonly line?: number;
  readonly valid?: boolean;
  readonly error?: { readonly code: string };
  readonly issues?: readonly { readonly field: string; readonly code: string }[];
  readonly warnings?: readonly object[];
  readonly failure?: { readonly code: string };
}

/** Documents whose validity depends on the business. */
const truth = readFileSync(new URL('../truth/cases.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly id: string; readonly country: string; readonly document: object });

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.remove());

/** Validates for Sweden. Returns the exit code and the parsed lines of the report. */
async function validate(args: readonly string[], options?: RunOptions) {
  const { code, stdout, stderr } = await cli.run(['validate', '--country', 'SE', '--format', 'json', ...args], options);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, stderr, lines: lines.map((line) => JSON.parse(line) as Line) };
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(cli.folder, name), content);
  return name;
}

describe('validate', () => {
  it.each<[what: string, input: string | Uint8Array, code: number, lines: object[]]>([
    ['one valid document', JSON.stringify(receipt()), 0, [{ source: '<stdin>', index: 0, valid: true }]],
    ['a pretty-printed array', JSON.stringify([receipt(), receipt()], undefined, 2), 0, [{ line: 2 }, { valid: true }]],
    [
      'a document with a repeated key, next to one without',
      `${JSON.stringify(receipt()).replace('{', '{"type":"void",')}\n${JSON.stringify(receipt())}\n`,
      1,
      [
        { valid: false, error: { code: 'invalid_json' }, issues: [{ field: 'type', code: 'duplicate_key' }] },
        { valid: true },
      ],
    ],
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
      'a line that is not JSON',
      `${JSON.stringify(receipt())}\n{"type": sale}\n${JSON.stringify(receipt())}\n`,
      1,
      [{ valid: true }, { error: { code: 'invalid_json', line: 2, column: 10 } }, { line: 3, valid: true }],
    ],
    ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), 1, [{ error: { code: 'invalid_json' } }]],
    ['nothing', '', 2, [{ source: '<stdin>', failure: { code: 'no_document' } }]],
    ['an empty array', '[]', 2, [{ failure: { code: 'no_document' } }]],
    ['a gzipped document', gzipSync(JSON.stringify(receipt())), 0, [{ source: '<stdin>', valid: true }]],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 2, [{ failure: { code: 'unsupported_encoding' } }]],
    [
      'a document that is too large, followed by another',
      `{"a":"${'x'.repeat(17 * 1024 * 1024)}"}\n${JSON.stringify(receipt())}\n`,
      2,
      [
        { line: 1, failure: { code: 'document_too_large' } },
        { index: 1, line: 2, valid: true },
      ],
    ],
  ])('exits with the right code for %s', async (_, input, code, lines) => {
    const outcome = await validate(['-'], { input });
    expect(outcome.code).toBe(code);
    expect(outcome.lines).toMatchObject(lines);
    expect(outcome.stderr === '').toBe(code !== 2);
  });

  it('validates all other files if a file is unreadable', async () => {
    const good = await file('good.json', JSON.stringify(receipt()));
    await mkdir(join(cli.folder, 'empty'));
    const { code, lines, stderr } = await validate(['missing.json', 'empty', good]);
    expect(code).toBe(2);
    expect(lines).toMatchObject([
      { source: 'missing.json', failure: { code: 'unreadable' } },
      { source: 'empty', failure: { code: 'unreadable' } },
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
  it('--multi-location requires the name of the location', async () => {
    const input = ndjson(receipt());
    expect((await validate([], { input })).code).toBe(0);
    const { code, lines } = await validate(['--multi-location'], { input });
    expect(code).toBe(1);
    expect(lines).toMatchObject([{ issues: [{ field: 'vendor.locationName', code: 'required' }] }]);
  });

  it.each(['off', 'warn', 'enforce'])('--rate-windows %s is accepted', async (mode) => {
    expect((await validate(['--rate-windows', mode], { input: ndjson(receipt()) })).code).toBe(0);
  });

  it.each([
    ['territory/PT-16-Azores', [], 'rate_of_territory', true],
    ['territory/PT-16-Azores', ['--territory', 'PT-20'], 'rate_of_territory', false],
    ['us/TX-up-4', ['--territory', 'US-CA'], 'invalid_rounding', false],
    ['us/none', ['--territory', 'US-TX'], 'rounding_not_nearest', false],
    ['us/none', [], 'rounding_not_nearest', true],
    ['us/TX-up-4', ['--territory', 'US-TX'], 'invalid_rounding', true],
    ['dates/DE-16-old', [], 'fiscal_missing', true],
    ['dates/DE-16-old', ['--duty', 'tse=no'], 'fiscal_missing', false],
    ['dates/DE-16-old', ['--duty', 'tse=yes', '--duty', 'cashLimit=no'], 'fiscal_missing', true],
  ])('describe the business: %s with %j', async (id, args, code, isRaised) => {
    const { country, document } = truth.find((one) => one.id === id)!;
    const { stdout } = await cli.run(['validate', '--country', country, '--format', 'json', ...args], {
      input: JSON.stringify(document),
    });
    const { issues = [], warnings = [] } = JSON.parse(stdout.split('\n')[0]!) as Line;
    const codes = [...issues, ...(warnings as { code: string }[])].map((one) => one.code);
    expect(codes.includes(code)).toBe(isRaised);
  });

  describe('--business', () => {
    const codesOf = async (args: readonly string[], document: object) => {
      const { stdout, code, stderr } = await cli.run(['validate', '--format', 'json', ...args], {
        input: JSON.stringify(document),
      });
      if (code === 2) return stderr;
      const { issues = [], warnings = [] } = JSON.parse(stdout.split('\n')[0]!) as Line;
      return [...issues, ...(warnings as { field: string; code: string }[])].map((one) => `${one.code}@${one.field}`);
    };
    const business = async (content: unknown) => {
      await writeFile(join(cli.folder, 'business.json'), JSON.stringify(content));
      return ['--business', 'business.json'];
    };
    const documentOf = (id: string) => truth.find((one) => one.id === id)!.document;
    const missing = 'fiscal_missing@extensions.de.qrCode';

    it("sets the business's country and settings, and ignores other fields", async () => {
      const sale = documentOf('dates/DE-16-old');
      expect(await codesOf(await business({ country: 'DE' }), sale)).toContain(missing);
      const record = { id: 'biz_1', name: 'Hof', country: 'DE', duties: { tse: false }, territory: null };
      expect(await codesOf(await business(record), sale)).not.toContain(missing);
    });

    it('is overridden by options', async () => {
      const args = await business({ country: 'SE', duties: { tse: false, cashLimit: false } });
      expect(await codesOf([...args, '--country', 'SE'], receipt())).toContain('no option tse');
      const german = await business({ country: 'DE', duties: { tse: false } });
      expect(await codesOf([...german, '--duty', 'tse=yes'], documentOf('dates/DE-16-old'))).toContain(missing);
    });

    it('sets the VAT number that a VERI*FACTU code must contain', async () => {
      const sale = documentOf('forms/ES-gobl-production') as { extensions: { es: { verifactuQr: string } } };
      const nif = /nif=([^&]+)/.exec(sale.extensions.es.verifactuQr)![1]!;
      const deviates = 'fiscal_figures_deviate@extensions.es.verifactuQr';
      expect(await codesOf(await business({ country: 'ES', vatNumber: `ES${nif}` }), sale)).not.toContain(deviates);
      expect(await codesOf(await business({ country: 'ES', vatNumber: 'ESA00000000' }), sale)).toContain(deviates);
    });

    it.each([
      [{ country: 'DE', territory: 'DE-BY' }, 'territory'],
      [{ country: 'DE', regimes: 'farmer' }, 'regimes'],
      [{ country: 'DE', regimes: ['farmers'] }, 'farmer'],
      [{ country: 'DE', duties: { tsee: false } }, 'tsee'],
      [{ country: 'ZZ' }, 'ZZ'],
      [{}, '--country'],
      [[], 'one JSON object'],
    ])('must not have the content %j', async (content, says) => {
      expect(await codesOf(await business(content), receipt())).toContain(says);
    });

    it('must be a JSON file, and not be combined with --country-field', async () => {
      expect(await codesOf(['--business', 'absent.json'], receipt())).toContain('absent.json');
      expect(await codesOf([...(await business({ country: 'DE' })), '--stored'], receipt())).toContain('--business');
    });
  });

  it("--stored compares a document's code with the VAT number of its business", async () => {
    const { document } = truth.find(({ id }) => id === 'forms/ES-gobl-production')!;
    const written = document as { extensions: { es: { verifactuQr: string } } };
    const nif = /nif=([^&]+)/.exec(written.extensions.es.verifactuQr)![1]!;
    const stored = ['ESA00000000', nif, undefined].map((vatNumber) => ({
      ...document,
      id: 'txn_1',
      vendor: { id: 'biz', name: 'Tienda', country: 'ES', vatNumber },
    }));
    const { stdout } = await cli.run(['validate', '--stored', '--format', 'json'], { input: ndjson(...stored) });
    const deviate = stdout
      .trimEnd()
      .split('\n')
      .map((line) =>
        (JSON.parse(line) as Line).warnings!.filter((one) => 'code' in one && one.code === 'fiscal_figures_deviate'),
      );
    expect(deviate.map(({ length }) => length)).toEqual([1, 0, 0]);
  });

  it('--fail-on warning makes the run fail if there are warnings', async () => {
    const input = ndjson(receipt(), warnedReceipt());
    expect((await validate([], { input })).code).toBe(0);
    expect((await validate(['--fail-on', 'error'], { input })).code).toBe(0);
    expect((await validate(['--fail-on', 'warning'], { input })).code).toBe(1);
    expect((await validate(['--fail-on', 'warning'], { input: ndjson(receipt()) })).code).toBe(0);
    expect((await validate(['--fail-on', 'warning', '--max-issues', '0'], { input })).code).toBe(1);
  });

  it('--severity changes the severity of a code or a rule', async () => {
    const input = ndjson(warnedReceipt());
    const told = async (...levels: string[]) => {
      const { code, lines } = await validate(
        levels.flatMap((level) => ['--severity', level]),
        { input },
      );
      return [code, lines[0]!.issues!.length, lines[0]!.warnings!.length];
    };
    expect(await told()).toEqual([0, 0, 1]);
    expect(await told('last4_without_card=error')).toEqual([1, 1, 0]);
    expect(await told('last4_without_card=error', 'invalid_rate=warning')).toEqual([1, 1, 0]);
    const { rules } = packs.find(({ country }) => country === 'SE')!;
    const rule = rules.find(({ codes }) => codes.includes('last4_without_card'))!.id;
    expect(await told(`${rule}=off`, 'last4_without_card=error')).toEqual([0, 0, 0]);
  });

  it('--max-issues limits the issues and warnings reported per document', async () => {
    const input = ndjson({ ...warnedReceipt(), currency: 'EUR', settled: 'no', type: 'x' });
    const told = async (args: string[]) => (await validate(args, { input })).lines[0]!;
    const [all, one, none] = [await told([]), await told(['--max-issues', '1']), await told(['--max-issues', '0'])];
    expect(all.issues?.length).toBeGreaterThan(1);
    expect(one.issues).toEqual(all.issues?.slice(0, 1));
    expect(none).toMatchObject({ valid: false, error: { code: 'validation_failed' }, issues: [], warnings: [] });
  });

  it('--product-tax-class-field names the line field that contains the product tax class', async () => {
    const [item, ...more] = receipt().items as object[];
    const food = { ...item, taxRate: 6, category: 'food' };
    const input = ndjson(receipt({ items: [food, ...more] }));
    const codes = async (...args: string[]) => {
      const { lines } = await validate(['--rate-windows', 'enforce', ...args], { input });
      return lines[0]!.issues!.filter(({ field }) => field === 'items[0].taxRate').map(({ code }) => code);
    };
    const before = { ...food, taxRate: 12 };
    expect(await codes('--product-tax-class-field', 'category')).toEqual([]);
    const wrong = ndjson(receipt({ items: [before, ...more] }));
    const { lines } = await validate(['--rate-windows', 'enforce', '--product-tax-class-field', 'category'], {
      input: wrong,
    });
    expect(lines[0]!.issues).toContainEqual(expect.objectContaining({ field: 'items[0].taxRate' }));
    expect((await validate(['--rate-windows', 'enforce'], { input: wrong })).code).toBe(0);
  });

  it('--quiet reports only unusable input', async () => {
    const quiet = async (args: string[], input: string) => {
      const outcome = await cli.run(['validate', '--country', 'SE', '--quiet', ...args], { input });
      return { ...outcome, stderr: outcome.stderr !== '' };
    };
    expect(await quiet([], ndjson(receipt()))).toMatchObject({ code: 0, stdout: '', stderr: false });
    expect(await quiet([], ndjson(refusedReceipt()))).toMatchObject({ code: 1, stdout: '', stderr: false });
    expect(await quiet(['missing.json'], '')).toMatchObject({ code: 2, stdout: '', stderr: true });
  });

  it('--summary counts codes instead of listing documents', async () => {
    const input = ndjson(refusedReceipt(), receipt(), refusedReceipt());
    const { code, lines } = await validate(['--summary'], { input });
    expect(code).toBe(1);
    expect(lines).toMatchObject([
      { documents: 3, valid: 1, codes: [{ code: 'currency_not_allowed', count: 2, first: { line: 1 } }] },
    ]);
    const { stdout } = await cli.run(['validate', '--country', 'SE', '--summary'], { input });
    expect(stdout).toMatch(/^2 error +currency_not_allowed/);
  });
});

describe('inputs', () => {
  it('reads folders and patterns, quoted or not', async () => {
    await mkdir(join(cli.folder, 'shop', '.hidden'), { recursive: true });
    await mkdir(join(cli.folder, 'shop', 'node_modules'), { recursive: true });
    const one = JSON.stringify(receipt());
    for (const name of ['b.json', 'a.jsonl', 'c.txt', '.hidden/d.json', 'node_modules/e.json'])
      await file(`shop/${name}`, one);
    await file('shop/f.ndjson.gz', gzipSync(one));
    const sources = async (...args: string[]) => (await validate(args)).lines.map(({ source }) => source);
    expect(await sources('shop')).toEqual(['shop/a.jsonl', 'shop/b.json', 'shop/f.ndjson.gz']);
    expect(await sources('shop/*.json*', 'shop/c.txt')).toEqual(['shop/a.jsonl', 'shop/b.json', 'shop/c.txt']);
    expect(await sources('nothing/*.json')).toEqual(['nothing/*.json']);
    expect((await validate(['nothing/*.json'])).code).toBe(2);
  });

  it('reports gzip data that is truncated or invalid', async () => {
    const packed = gzipSync(ndjson(receipt(), receipt(), receipt()));
    const cut = await validate(['-'], { input: packed.subarray(0, packed.length - 12) });
    expect(cut.code).toBe(2);
    expect(cut.lines.at(-1)).toMatchObject({ failure: { code: 'unreadable' } });
    const none = await validate(['-'], { input: Uint8Array.of(0x1f, 0x8b, 0, 0, 0, 0, 0, 0, 0, 0) });
    expect(none.lines).toMatchObject([{ failure: { code: 'unreadable' } }]);
  });
});

describe('formats', () => {
  const input = ndjson(receipt(), refusedReceipt());
  const report = (format: string) => cli.run(['validate', '--country', 'SE', '--format', format], { input });

  it('text lists invalid documents', async () => {
    const { code, stdout } = await cli.run(['validate', '--country', 'SE'], { input });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ <stdin>:2:1 /m);
    expect(stdout).toMatch(/^ {5}currency {2}EUR → SEK$/m);
    expect(stdout).not.toContain('\u001b');
    const issues = await cli.run(['validate', '--country', 'SE', '--issues'], { input });
    expect(issues.code).toBe(1);
    expect(issues.stdout).toMatch(/^ {2}error +currency_not_allowed/m);
  });

  it('sarif is a single log', async () => {
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

describe('--watch', () => {
  it('validates again when a file changes, until the reader closes stdout', async () => {
    const name = await file('watched.json', JSON.stringify(receipt()));
    const first = await cli.run(['validate', name, '--country', 'SE', '--format', 'json']);
    const versions = [refusedReceipt(), { ...refusedReceipt(), settled: true, locale: 'sv' }];
    const { code, stdout } = await cli.run(['validate', name, '--country', 'SE', '--format', 'json', '--watch'], {
      closeAfter: first.stdout.length + 1,
      // Change the file after each report. The reader closes stdout after the second report.
      onOutput: () => void file('watched.json', JSON.stringify(versions.shift() ?? receipt())),
    });
    const reports = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as Line).valid);
    expect([code, reports]).toEqual([1, [true, false]]);
  });

  it.each([[['-']], [['x.json', '--fix']]])('%j is refused', async (args) => {
    expect((await cli.run(['validate', '--country', 'SE', '--watch', ...args])).code).toBe(2);
  });
});

describe('streams', () => {
  const MEGABYTE = ndjson(...Array<unknown>(1000).fill(receipt()));
  const block = Buffer.from(MEGABYTE.repeat(Math.ceil(1e6 / MEGABYTE.length)));
  const blockDocuments = block.toString().split('\n').length - 1;

  async function* blocks(count: number): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < count; i++) yield block;
  }

  it('validates 60 MB of NDJSON in little memory', async () => {
    const nodeOptions = ['--max-old-space-size=48'];
    const { code, stdout } = await cli.run(['validate', '--country', 'SE'], { input: blocks(60), nodeOptions });
    expect(code).toBe(0);
    expect(stdout).toContain(`${60 * blockDocuments} valid`);
  });

  it('validates a 30 MB array on one line in little memory', async () => {
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

  it('writes results while input is still arriving', async () => {
    const written = gate();
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(ndjson(refusedReceipt()));
      // No more input arrives until the first result has been written, so a command that waits for more input hangs.
      await written.opened;
      yield Buffer.from(ndjson(receipt()));
    }
    const options = { input: slow(), onOutput: written.open };
    const { code, stdout } = await cli.run(['validate', '--country', 'SE'], options);
    expect(code).toBe(1);
    expect(stdout).toContain('2 documents');
  });

  it.each([
    ['valid', receipt(), 0],
    ['invalid', refusedReceipt(), 1],
  ])('ends quietly when the reader closes stdout early, with %s documents', async (_, document, expected) => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield Buffer.from(ndjson(document).repeat(50));
    }
    const args = ['validate', '--country', 'SE', '--format', 'json'];
    const { code, signal, stderr } = await cli.run(args, { input: endless(), closeAfter: 1 });
    expect({ code, signal, stderr }).toEqual({ code: expected, signal: null, stderr: '' });
  });
});
