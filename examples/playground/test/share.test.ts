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
import { masked } from '../src/share/mask.js';
import { verdictOn, type Judged, type Setting } from '../src/verdict.js';
import start from '../src/start.json' with { type: 'json' };
import { samples } from '../build/samples.js';

const SE: Setting = { country: 'SE', multiLocation: false, rateWindows: 'off', originalDay: '' };
const NONE = new Set<string>();

describe('masked', () => {
  it('leaves of a receipt what the rules need, and no other text', () => {
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

  it('keeps what was chosen', () => {
    const { document } = masked(start, new Set(['items[].name']));
    expect(JSON.stringify(document)).toContain('Mugg, blå');
  });

  it('does not treat a sentence as a code, or any number as a figure', () => {
    const { document } = masked(
      { type: 'Anna Ek', locale: 'anna@b.se', phone: 46701234567, items: [{ amount: 5 }] },
      NONE,
    );
    expect(document).toEqual({ type: 'Xxxx Xx', locale: 'xxxx@x.xx', phone: 2, items: [{ amount: 5 }] });
  });

  it('leaves the verdict of most samples as it is', () => {
    const codes = (document: unknown, setting: Partial<Setting>) => {
      const { issues, warnings } = judge.document(document, { ...SE, ...setting })!;
      return [...issues, ...warnings].map(({ field, code }) => `${field} ${code}`).join();
    };
    const all = samples();
    const same = all.filter(
      ({ document, setting }) => codes(document, setting) === codes(masked(document, NONE).document, setting),
    );
    expect(same.length / all.length).toBeGreaterThan(0.8);
  });
});

describe('a fragment', () => {
  it('brings back its text', async () => {
    const text = JSON.stringify({ å: '€', n: [1, 2, 3] });
    const fragment = await toFragment(text);
    expect(fragment).toMatch(/^#r=[\w-]+$/);
    expect(await fromFragment(fragment!)).toBe(text);
  });

  it('is not made where it is longer than 8 kB', async () => {
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
    ['the answer of the list', JSON.stringify({ data: two, hasMore: false, nextCursor: null })],
    [
      'webhook events',
      two.map((data) => JSON.stringify({ eventId: 'e', type: 'transaction.created', data })).join('\n'),
    ],
  ])('finds both documents of %s', (_, text) => {
    expect(numbers(text)).toEqual(['a', 'b']);
  });

  it('takes country and options from a file of this page', () => {
    const file = {
      document: start,
      business: { country: 'NO' },
      options: { rateWindows: 'warn', original: { timestamp: '2026-01-02T03:04:05Z' } },
    };
    const { setting } = documentsIn(JSON.stringify(file))[0]!;
    expect(setting).toEqual({ country: 'NO', rateWindows: 'warn', originalDay: '2026-01-02' });
  });

  it('leaves what is one document, or none, as it was written', () => {
    for (const text of ['{"items": [ ]}', '{ "a": 1,', 'null', ''])
      expect(documentsIn(text)).toEqual([{ text, setting: {} }]);
  });
});

describe('a copy', () => {
  const broken = JSON.stringify({ ...start, totals: { ...start.totals, total: 38001 } }, null, 2);
  const judged = (text: string, setting = SE) => verdictOn(text, setting, judge) as Judged;

  it.each([
    ['a wrong total', broken],
    ['a key that sets the prototype in code', `{"__proto__": {"items": []}, ${broken.slice(1)}`],
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

  it('is SARIF with the place of each issue', () => {
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

  it('is a request that ends where the text does not', () => {
    const text = '"\nRECEIPT\n$(touch x) `y` \'\n';
    const command = asCurl(text);
    expect(command).toContain("<<'RECEIPT_'");
    expect(command.endsWith(`${text}RECEIPT_\n`)).toBe(true);
  });
});
