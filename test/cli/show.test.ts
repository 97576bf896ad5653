import { describe, expect, it } from 'vitest';
import { run } from '../../cli/run.js';
import { ndjson, receipt, refusedReceipt, warnedReceipt } from './receipt.js';
import { memoryIo } from './streams.js';

async function show(input: string, ...args: string[]) {
  const io = memoryIo(input);
  const code = await run(['show', '--country', 'SE', ...args], io);
  return { code, out: io.stdout.text, err: io.stderr.text };
}

/** The figure at the end of the line that begins with a label. */
const figure = (out: string, label: string) =>
  new RegExp(`^│ ${label} .*?(\\S+) │`, 'm').exec(out.replaceAll('\u00a0', ' '))?.[1];

describe('receipt-rules show', () => {
  it('draws a document in the words of the country', async () => {
    const { code, out, err } = await show(JSON.stringify(receipt()));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('K V I T T O');
    expect(figure(out, 'Totalt SEK')).toBe('227,90');
    expect(out).toContain('1 document: 1 valid');
  });

  it('draws every document of a stream, and stays within 100 columns', async () => {
    const { code, out } = await show(ndjson(receipt(), warnedReceipt(), refusedReceipt()));
    expect(code).toBe(1);
    expect(out.split('\n').filter((line) => line.startsWith('╭'))).toHaveLength(3);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('puts issues and warnings beside their line, and each remedy once', async () => {
    const { out } = await show(ndjson(refusedReceipt(), warnedReceipt(), refusedReceipt()));
    const noted = out.split('\n').filter((line) => line.includes('[1]'));
    expect(noted.map((line) => line.startsWith('│ Totalt'))).toEqual([true, false, true]);
    expect(noted.map((line) => /\[1\] (?:warning )?(\w+)/.exec(line)?.[1])).toEqual([
      'currency_not_allowed',
      'last4_without_card',
      'currency_not_allowed',
    ]);
    expect(out.match(/^ {2}currency_not_allowed +→/gm)).toHaveLength(1);
    expect(out.match(/^ {2}last4_without_card +→/gm)).toHaveLength(1);
  });

  it('says of a text that is not JSON where it is wrong, and draws the others', async () => {
    const { code, out } = await show(`${JSON.stringify(receipt())}\n{"type": sale}\n5\n`);
    expect(code).toBe(1);
    expect(out.split('\n').filter((line) => line.startsWith('╭'))).toHaveLength(1);
    expect(out).toContain('<stdin>:2:1');
    expect(out).toContain('<stdin>:3:1');
  });

  it('judges as validate does', async () => {
    const warned = JSON.stringify(warnedReceipt());
    expect((await show(warned)).code).toBe(0);
    expect((await show(warned, '--fail-on', 'warning')).code).toBe(1);
    expect((await show(warned, '--severity', 'last4_without_card=error')).code).toBe(1);
    expect((await show(JSON.stringify(receipt()), '--multi-location')).out).toContain('vendor.locationName');
  });

  it.each([
    [['no-such-file.json'], 'receipt-rules show: '],
    [['--format', 'json'], '--format'],
  ])('is of no use with %j', async (args, named) => {
    const { code, err } = await show('', ...args);
    expect(code).toBe(2);
    expect(err).toContain(named);
  });
});
