import { describe, expect, it } from 'vitest';
import { run } from '../../cli/run.js';
import { drawReceiptText } from '../../src/draw/index.js';
import { ndjson, receipt, refusedReceipt, warnedReceipt } from './receipt.js';
import { memoryIo } from './streams.js';

async function show(input: string, ...args: string[]) {
  const io = memoryIo(input);
  const code = await run(['show', '--country', 'SE', ...args], io);
  return { code, out: io.stdout.text, err: io.stderr.text };
}

/** The figure at the end of the line that starts with the label. */
const figure = (out: string, label: string) =>
  new RegExp(`^│ ${label} .*?(\\S+) kr │`, 'm').exec(out.replaceAll('\u00a0', ' '))?.[1];

describe('receipt-rules show', () => {
  it("draws a document in the country's language", async () => {
    const { code, out, err } = await show(JSON.stringify(receipt()));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('K V I T T O');
    expect(figure(out, 'Att betala')).toBe('227,90');
    expect(out).toContain('1 document: 1 valid');
  });

  it.each([
    [{ LANG: 'sv_SE.UTF-8' }, true],
    [{}, true],
    [{ LANG: 'sv_SE.ISO-8859-1' }, false],
    [{ LC_ALL: 'C', LANG: 'sv_SE.UTF-8' }, false],
    [{ LC_ALL: '', LC_CTYPE: 'en_US.utf8', LANG: 'C' }, true],
  ])('draws in ASCII if the locale is not UTF-8: %j', async (env, utf8) => {
    const io = memoryIo(JSON.stringify(receipt()), env);
    await run(['show', '--country', 'SE'], io);
    const drawing = io.stdout.text.slice(io.stdout.text.indexOf('Kvittonr'));
    expect(/^[\n\x20-\x7e]*$/.test(drawing)).toBe(!utf8);
    expect(drawing.includes(utf8 ? '│ Räksmörgås' : '| Raksmorgas')).toBe(true);
  });

  it('draws every document of a stream, and stays within 100 columns', async () => {
    const { code, out } = await show(ndjson(receipt(), warnedReceipt(), refusedReceipt()));
    expect(code).toBe(1);
    expect(out.split('\n').filter((line) => line.startsWith('╭'))).toHaveLength(3);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  const [coffee, sandwich] = receipt().items as [object, object];
  /** Six mistakes: a rate that is not allowed, a quantity, a tax, a sum, a misspelt value and an unknown field. */
  const wrong = receipt({
    items: [
      { ...coffee, taxRate: 20 },
      { ...sandwich, quantity: 3, taxAmount: 5000 },
    ],
    totals: { subtotal: 22791, discount: 0, tax: 2442, total: 22790 },
    payment: { method: 'Kort' },
    extra: 1,
  });
  const drawn = (out: string) => out.slice(out.indexOf('╭'), out.indexOf('╰')).split('\n');

  it('puts the causes of a failure beside the affected lines, with at most three lines each', async () => {
    const { code, out } = await show(JSON.stringify(wrong));
    expect(code).toBe(1);
    const notes = [...out.matchAll(/\[(\d)\] (?:warning )?(\w+) /g)].map(([, number, cause]) => [
      Number(number),
      cause,
    ]);
    expect(notes).toEqual([
      [1, 'rate_of_line'],
      [2, 'line_input'],
      [3, 'line_tax'],
      [4, 'total'],
      [5, 'word'],
      [6, 'unknown_field'],
    ]);
    const margin = drawn(out).map((line) => line.slice(42).trim());
    for (const part of margin.join('\n').split(/^(?=\[\d\])/m))
      expect(part.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(3);
  });

  it.each(['100', '72', '60', '44'])(
    'draws receipts with notes at most a third longer than without notes, in %s columns',
    async (columns) => {
      const papers = await Promise.all(
        [wrong, refusedReceipt(), warnedReceipt()].map(async (document) => {
          const io = memoryIo(JSON.stringify(document), { COLUMNS: columns });
          await run(['show', '--country', 'SE'], io);
          // The empty last element stands in for the border.
          return { lines: drawn(io.stdout.text).length, document };
        }),
      );
      for (const { lines, document } of papers) {
        const bare = drawReceiptText(document, { country: 'SE', width: Number(columns) })
          .trimEnd()
          .split('\n').length;
        expect(lines).toBeLessThanOrEqual(Math.floor((4 * bare) / 3));
      }
    },
  );

  it.each([
    [['show'], '40'],
    [['show'], '120'],
    [['show', '--issues'], '40'],
    [['show', '--issues'], '120'],
    [['validate'], '40'],
    [['validate'], '120'],
    [['validate', '--issues'], '40'],
    [['validate', '--issues'], '120'],
    [['validate', '--summary'], '40'],
    [['validate', '--summary'], '120'],
  ])('%j fits into a terminal of %s columns', async (args, columns) => {
    const documents = ndjson(wrong, receipt(), warnedReceipt(), refusedReceipt());
    const io = memoryIo(documents, { COLUMNS: columns });
    await run([...args, '--country', 'SE'], io);
    const lines = io.stdout.text.split('\n');
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.filter((line) => [...line].length > Number(columns))).toEqual([]);
  });

  it('puts issues and warnings beside the affected lines, and each remedy only once', async () => {
    const { out } = await show(ndjson(refusedReceipt(), warnedReceipt(), refusedReceipt()), '--issues');
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

  it('reports where text is not valid JSON, and draws the other documents', async () => {
    const { code, out } = await show(`${JSON.stringify(receipt())}\n{"type": sale}\n5\n`);
    expect(code).toBe(1);
    expect(out.split('\n').filter((line) => line.startsWith('╭'))).toHaveLength(1);
    expect(out).toContain('<stdin>:2:1');
    expect(out).toContain('<stdin>:3:1');
  });

  it('validates like the validate command', async () => {
    const warned = JSON.stringify(warnedReceipt());
    expect((await show(warned)).code).toBe(0);
    expect((await show(warned, '--fail-on', 'warning')).code).toBe(1);
    expect((await show(warned, '--severity', 'last4_without_card=error')).code).toBe(1);
    expect((await show(JSON.stringify(receipt()), '--multi-location')).out).toContain('vendor.locationName');
  });

  it.each([
    [['no-such-file.json'], 'receipt-rules show: '],
    [['--format', 'json'], '--format'],
  ])('fails with %j', async (args, named) => {
    const { code, err } = await show('', ...args);
    expect(code).toBe(2);
    expect(err).toContain(named);
  });
});
