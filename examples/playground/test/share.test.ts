import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, inject, it } from 'vitest';
import { asCurl, asSarif, asTest } from '../src/copy/forms.js';
import { documentsIn } from '../src/intake.js';
import { judge, optionsOf, registry } from '../src/judge.js';
import { fromFragment, toFragment } from '../src/share/fragment.js';
import { groupOf, masked, neededKinds } from '../src/share/mask.js';
import { verdictOn, type Judged, type Setting } from '../src/verdict.js';
import start from '../src/start.json' with { type: 'json' };
import { samples } from '../build/samples.js';

const SE: Setting = { country: 'SE', multiLocation: false, rateWindows: 'off', originalDay: '' };
const NONE = new Set<string>();

describe('masked', () => {
  it('keeps only the values that the rules need', () => {
    const secret = {
      ...start,
      metadata: { note: 'Anna' },
      customer: { name: 'Anna Ek', country: 'SE', email: 'a@b.se' },
    };
    const { document, kinds } = masked(secret, NONE);
    const text = JSON.stringify(document);
    for (const word of ['Anna', 'Mugg', 'biz_1', 'acme', '1042', 'Kvarn', 'DEMO', 'a@b', '10:05', 'ABCDEF']) {
      expect(text).not.toContain(word);
    }
    expect(document).toMatchObject({
      type: 'sale',
      currency: 'SEK',
      totals: start.totals,
      metadata: {},
      payment: { method: 'cash' },
    });
    expect(kinds).toContain('customer.name');
  });

  it('keeps the chosen fields', () => {
    const { document } = masked(start, new Set(['items[].name']));
    expect(JSON.stringify(document)).toContain('Mugg, blå');
  });

  it('masks text in fields for codes if it is not a code, and numbers that are not figures', () => {
    const { document } = masked(
      { type: 'Anna Ek', locale: 'anna@b.se', phone: 46701234567, items: [{ amount: 5 }] },
      NONE,
    );
    expect(document).toEqual({ type: 'Xxxx Xx', locale: 'xxxx@x.xx', phone: 22222222222, items: [{ amount: 5 }] });
  });

  it.each([
    ['2026-11-21T10:05:00+01:00', '2026-11-21T12:00:00+01:00'],
    ['2026-11-21T10:05:00.123Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 9:05', '2026-11-21 1:20'],
    ['21.11.2026 Anna', '22.22.2222 Xxxx'],
  ])('keeps the day and the format of the time %s', (timestamp, shown) => {
    expect(masked({ timestamp }, NONE).document).toEqual({ timestamp: shown });
  });

  it('keeps figures sent as text, the signs of numbers, and the state that levies a tax', () => {
    const document = {
      settled: 'true',
      items: [{ amount: '89,95', taxRate: 'Anna' }],
      tax: {
        jurisdictions: [
          { level: 'state', name: 'Texas' },
          { level: 'city', name: 'Austin' },
        ],
      },
      extensions: { no: { keyVersion: -15, note: 1.5 } },
    };
    expect(masked(document, NONE).document).toEqual({
      settled: 'true',
      items: [{ amount: '89,95', taxRate: 'Xxxx' }],
      tax: {
        jurisdictions: [
          { level: 'state', name: 'Texas' },
          { level: 'city', name: 'Xxxxxx' },
        ],
      },
      extensions: { no: { keyVersion: -22, note: 2.2 } },
    });
  });

  it('groups the fields that the user can choose', () => {
    const groups = ['vendor.locationName', 'customer.name', 'metadata', 'items[].name', 'items[].sku', 'receiptNumber'];
    expect(groups.map(groupOf)).toEqual(['shop', 'shop', 'shop', 'goods', 'goods', 'numbers']);
    expect(['vendor.id', 'timestamp', 'source.platform', 'extensions.se.controlUnitId'].map(groupOf)).toEqual([
      'numbers',
      'numbers',
      'numbers',
      'device',
    ]);
  });

  const problems = (document: unknown, setting: Partial<Setting>) => {
    const { issues, warnings } = judge.document(document, { ...SE, ...setting })!;
    return [...issues, ...warnings];
  };
  const codes = (document: unknown, setting: Partial<Setting>) =>
    problems(document, setting).map(({ field, code }) => `${field} ${code}`);
  /** Masks a message in the same way as the document, because the message quotes masked values. */
  const form = (text: string) =>
    text
      .replace(/\p{L}/gu, 'x')
      .replace(/\p{N}/gu, '2')
      .replace(/\P{ASCII}/gu, '*');

  it('keeps the field, the code and the message format of every issue in every sample', () => {
    for (const { title, document, setting } of samples()) {
      const needed = neededKinds(document, (copy) => codes(copy, setting));
      const copy = masked(document, needed).document;
      const told = (of: unknown) =>
        problems(of, setting).map(({ field, code, message }) => `${field} ${code} ${form(message)}`);
      expect({ title, told: told(copy) }).toEqual({ title, told: told(document) });
      expect([...needed].map(groupOf).filter((group) => group === 'shop' || group === 'goods')).toEqual([]);
    }
  });

  it('does not reveal a name, even if a problem depends on the name', () => {
    const needed = neededKinds({ customer: { name: 'Anna' }, receiptNumber: '7' }, (copy) =>
      JSON.stringify(copy).includes('Anna') ? ['customer.name required'] : [],
    );
    expect([...needed]).toEqual([]);
  });
});

describe('a fragment', () => {
  it('decodes to the original text', async () => {
    const text = JSON.stringify({ å: '€', n: [1, 2, 3] });
    const fragment = await toFragment(text);
    expect(fragment).toMatch(/^#r=[\w-]+$/);
    expect(await fromFragment(fragment!)).toBe(text);
  });

  it('is not created if it would be longer than 8 kB', async () => {
    let random = 1;
    const noise = Array.from({ length: 9000 }, () =>
      String.fromCharCode(32 + ((random = (random * 16807) % 2147483647) % 90)),
    );
    expect(await toFragment(noise.join(''))).toBeUndefined();
  });
});

describe('documentsIn', () => {
  const two = [
    { ...start, receiptNumber: 'a' },
    { ...start, receiptNumber: 'b' },
  ];
  const numbers = (text: string) =>
    documentsIn(text).map((each) => (JSON.parse(each.text) as { receiptNumber: string }).receiptNumber);
  it.each([
    ['an array', JSON.stringify(two)],
    ['NDJSON', two.map((each) => JSON.stringify(each)).join('\r\n')],
    ['a list response', JSON.stringify({ data: two, hasMore: false, nextCursor: null })],
    [
      'webhook events',
      two.map((data) => JSON.stringify({ eventId: 'e', type: 'transaction.created', data })).join('\n'),
    ],
  ])('finds both documents in %s', (_, text) => {
    expect(numbers(text)).toEqual(['a', 'b']);
  });

  it('reads the country and the options from a file saved by the page', () => {
    const file = {
      document: start,
      business: { country: 'NO' },
      options: { rateWindows: 'warn', original: { timestamp: '2026-01-02T03:04:05Z' } },
    };
    const { setting } = documentsIn(JSON.stringify(file))[0]!;
    expect(setting).toEqual({ country: 'NO', rateWindows: 'warn', originalDay: '2026-01-02' });
  });

  it("reads the sale's number and day from a file with the correction, or from a list with both documents", () => {
    const options = { original: { timestamp: '2026-01-02T03:04:05Z', receiptNumber: '31' } };
    const [own] = documentsIn(JSON.stringify({ document: start, options }));
    expect(own!.setting).toEqual({ originalDay: '2026-01-02', originalNumber: '31' });
    const refund = {
      ...start,
      type: 'refund',
      linkedTransaction: { originalTransactionId: 'txn_1', reason: 'returned' },
    };
    const listed = documentsIn(JSON.stringify([{ ...start, id: 'txn_1' }, refund, { ...start, id: 'txn_2' }]));
    const { receiptNumber, timestamp } = start;
    const sale = { originalDay: timestamp.slice(0, 10), originalNumber: receiptNumber };
    expect(listed.map(({ setting }) => setting)).toEqual([{}, sale, {}]);
  });

  it('keeps the formatting of a single document, and keeps any other text unchanged', () => {
    for (const text of ['{"items": [ ]}', '{ "a": 1,', 'null', ''])
      expect(documentsIn(text)).toEqual([{ text, setting: {} }]);
  });
});

describe('a copy', () => {
  const broken = JSON.stringify({ ...start, totals: { ...start.totals, total: 38001 } }, null, 2);
  const judged = (text: string, setting = SE) => verdictOn(text, setting, judge) as Judged;

  it.each([
    ['a wrong total', broken],
    ['a key that would set the prototype in code', `{"__proto__": {"items": []}, ${broken.slice(1)}`],
  ])('is a test that passes: %s', async (_, text) => {
    const setting = { ...SE, rateWindows: 'enforce' as const };
    const code = asTest(judged(text, setting), setting);
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: process.cwd() },
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
      tsconfig: 'tsconfig.json',
    });
    const file = join(inject('scratch'), 'copied.test.mjs');
    await writeFile(file, outputFiles[0]!.text);
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', file], { env: {} });
    expect(stdout).toMatch(/pass 1\b/);
  });

  it('is SARIF with the position of each issue', () => {
    const verdict = judged(broken);
    const log = JSON.parse(asSarif(broken, verdict)) as {
      runs: [{ results: { ruleId: string; locations: [{ physicalLocation: { region: { startLine: number } } }] }[] }];
    };
    const line = broken.split('\n').findIndex((text) => text.includes('"total"')) + 1;
    const [result] = log.runs[0].results.filter(({ ruleId }) => ruleId === 'sum_mismatch');
    expect(result!.locations[0].physicalLocation.region.startLine).toBe(line);
    const { issues, warnings } = registry.validate(JSON.parse(broken), SE, optionsOf(SE));
    expect(log.runs[0].results).toHaveLength(issues.length + warnings.length);
  });

  it('is a shell command with an end marker that does not occur in the text', () => {
    const text = '"\nRECEIPT\n$(touch x) `y` \'\n';
    const command = asCurl(text);
    expect(command).toContain("<<'RECEIPT_'");
    expect(command.endsWith(`${text}RECEIPT_\n`)).toBe(true);
  });
});
