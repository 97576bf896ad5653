import { describe, expect, it } from 'vitest';
import { run } from '../../cli/run.js';
import { draftOf } from '../complete/support/drafts';
import { memoryIo } from './streams.js';

const DRAFT = draftOf([{ name: 'Mug', unitPrice: 14949, taxRate: 25 }], {
  currency: 'SEK',
  tax: { scheme: 'SE_MOMS', pricesIncludeTax: true },
  payment: { method: 'cash' },
  extensions: { se: { controlUnitId: 'UNIT1', controlCode: 'x'.repeat(113), sequenceNumber: 1 } },
});
const { extensions: _, ...UNSIGNED } = DRAFT;

async function complete(input: unknown, ...args: string[]) {
  const io = memoryIo(typeof input === 'string' ? input : JSON.stringify(input));
  const code = await run(['complete', '--country', 'SE', ...args], io);
  return { code, out: io.stdout.text, err: io.stderr.text };
}

describe('receipt-rules complete', () => {
  it('writes a completed document', async () => {
    const { code, out, err } = await complete(DRAFT);
    expect([code, out.split('\n').length]).toEqual([0, 2]);
    expect((JSON.parse(out) as typeof DRAFT).totals).toEqual({
      subtotal: 14949,
      discount: 0,
      tax: 2990,
      rounding: -49,
      total: 14900,
    });
    expect(err).toContain('1 valid');
  });

  it('reads NDJSON, writes the valid documents, and reports the issues of invalid documents', async () => {
    const { code, out, err } = await complete(
      [DRAFT, UNSIGNED, DRAFT].map((draft) => JSON.stringify(draft)).join('\n'),
    );
    expect([code, out.trim().split('\n').length]).toEqual([1, 2]);
    expect(err).toContain('<stdin>:2:1');
    expect(err).toContain('extensions.se');
    expect(err).toContain('1 invalid');
  });

  it('also writes documents that lack only control unit data, with --unsigned', async () => {
    const wrong = { ...UNSIGNED, currency: 'EUR' };
    const input = [DRAFT, UNSIGNED, wrong, '{']
      .map((draft) => (draft === '{' ? draft : JSON.stringify(draft)))
      .join('\n');
    expect((await complete(input)).out.trim().split('\n')).toHaveLength(1);
    const { code, out } = await complete(input, '--unsigned');
    const written = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([code, written.map(({ extensions, totals }) => [extensions !== undefined, totals])]).toEqual([
      1,
      [
        [true, { subtotal: 14949, discount: 0, tax: 2990, rounding: -49, total: 14900 }],
        [false, { subtotal: 14949, discount: 0, tax: 2990, rounding: -49, total: 14900 }],
      ],
    ]);
  });

  it('treats text that is not JSON as an invalid document', async () => {
    expect(await complete('{"type": sale}')).toMatchObject({ code: 1, out: '' });
  });

  it('accepts the options of complete', async () => {
    const stated = { ...DRAFT, totals: { total: 5 } };
    expect(await complete(stated)).toMatchObject({ code: 1 });
    expect(await complete(stated, '--recompute')).toMatchObject({ code: 0 });
    const lines = { ...DRAFT, items: [1, 2, 3].map(() => ({ name: 'Mug', unitPrice: 10, taxRate: 6 })) };
    const taxOf = async (policy: string) =>
      (JSON.parse((await complete(lines, '--tax-rounding', policy)).out) as typeof DRAFT).totals!.tax;
    expect([await taxOf('line'), await taxOf('group')]).toEqual([3, 2]);
  });

  it.each([
    [['--cash-rounding', 'up'], '--cash-rounding'],
    [['--tax-rounding', 'document'], '--tax-rounding'],
    [['no-such-file.json'], 'no-such-file.json'],
  ])('exits with 2 for %j', async (args, named) => {
    const { code, out, err } = await complete(DRAFT, ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(named);
  });
});
