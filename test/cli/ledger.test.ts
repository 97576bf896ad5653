import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DayBook, type DayTotals } from '../../cli/ledger/day-totals.js';
import { Ledger } from '../../cli/ledger/ledger.js';
import { numberIn, SeriesBook } from '../../cli/ledger/series.js';
import { noReceipt1 } from '../../packs/no-receipt-1/index.js';
import { seReceipt1 } from '../../packs/se-receipt-1/index.js';
import { usReceipt1 } from '../../packs/us-receipt-1/index.js';
import { createRegistry, type Transaction } from '../../src/index.js';
import { validTransaction } from '../../src/testing/index.js';
import { buildCli, type BuiltCli } from './process.js';
import { ndjson, receipt, refusedReceipt } from './receipt.js';

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly source?: string;
  readonly index?: number;
  readonly field?: string;
  readonly found?: unknown;
  readonly expected?: unknown;
}

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli.remove());

async function ledger(input: string | readonly unknown[], ...args: string[]) {
  const text = typeof input === 'string' ? input : ndjson(...input);
  const { code, stdout, stderr } = await cli.run(['ledger', '--country', 'SE', '--format', 'json', ...args], {
    input: text,
  });
  const report = JSON.parse(stdout) as {
    issues: Found[];
    documents: number;
    dayTotals?: DayTotals[];
    storeTotals?: DayTotals[];
  };
  return { code, stderr, ...report };
}

/** A sale whose identity and numbers are derived from `n`. */
const sale = (n: number, changes: object = {}) =>
  receipt({
    id: undefined,
    receiptNumber: `R-${n}`,
    source: { platform: 'acme-pos', externalId: `A-${n}` },
    extensions: { se: { ...(receipt().extensions as { se: object }).se, sequenceNumber: n } },
    ...changes,
  });
const refund = (n: number, originalTransactionId: string, changes: object = {}) =>
  sale(n, {
    type: 'refund',
    timestamp: '2026-11-21T09:00:00+01:00',
    linkedTransaction: { originalTransactionId, reason: 'returned' },
    ...changes,
  });
const OF_EXTERNAL_ID = ['--original-field', 'source.externalId'];

describe('a duplicated sale with two full refunds', () => {
  const documents = [sale(1), sale(1), refund(2, 'A-1'), refund(3, 'A-1', { timestamp: '2026-11-22T09:00:00+01:00' })];

  it.each<[order: string, order: number[]]>([
    ['in order', [0, 1, 2, 3]],
    ['reversed', [3, 2, 1, 0]],
    ['mixed', [2, 0, 3, 1]],
  ])('is reported as one duplicate and one excess refund, %s', async (_, order) => {
    const { code, issues } = await ledger(
      order.map((i) => documents[i]),
      ...OF_EXTERNAL_ID,
    );
    expect(code).toBe(1);
    expect(issues.map((issue) => issue.code)).toEqual(['duplicate_identity', 'over_refund', 'over_refund']);
    // Both lines of the second refund have an issue, wherever that refund is in the input.
    expect(issues.slice(1).map(({ index, field }) => [order[index!], field])).toEqual([
      [3, 'items[0].quantity'],
      [3, 'items[1].quantity'],
    ]);
  });

  it.each<[what: string, files: Readonly<Record<string, string | Uint8Array>>]>([
    ['a file', { 'all.ndjson': ndjson(...documents) }],
    ['a gzip file', { 'all.ndjson.gz': gzipSync(ndjson(...documents)) }],
    [
      'two files',
      { 'last.json': JSON.stringify(documents.slice(2)), 'first.json': JSON.stringify(documents.slice(0, 2)) },
    ],
    ['an array on several lines', { 'pretty.json': JSON.stringify(documents, undefined, 2) }],
    [
      'lines with spaces, byte order marks and characters of several bytes',
      {
        'odd.ndjson': documents
          .map((each) => `\ufeff  ${JSON.stringify({ ...each, metadata: { note: 'é茶😀' } })}  \r\n`)
          .join(''),
      },
    ],
    [
      'documents after bytes that are not UTF-8',
      {
        'latin.json': Buffer.concat([
          Buffer.from('[{"name":"'),
          Buffer.from([0xe5, 0xe4]),
          Buffer.from(`"},${JSON.stringify(documents).slice(1)}`),
        ]),
      },
    ],
    [
      'documents followed by white space that JSON does not allow',
      { 'space.json': documents.map((each) => `${JSON.stringify(each, undefined, 1)}\f\u00a0\u2028\n`).join('') },
    ],
    [
      'an array whose lines begin with byte order marks',
      { 'marks.json': `\ufeff${JSON.stringify(documents, undefined, 1).replaceAll('\n', '\n\ufeff')}` },
    ],
    [
      'an array on one line, after characters of several bytes',
      { 'line.json': `[${'"é茶😀",'.repeat(3)}${JSON.stringify(documents).slice(1)}` },
    ],
  ])('has the same result from %s', async (_, files) => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(cli.folder, name), content);
    const { code, issues } = await ledger('', ...Object.keys(files), ...OF_EXTERNAL_ID);
    expect(code).toBe(1);
    expect(issues.map(({ code }) => code).filter((code) => code !== 'document_invalid')).toEqual([
      'duplicate_identity',
      'over_refund',
      'over_refund',
    ]);
  });

  it('is reported, with the rest, if a file changes in the meantime', () => {
    const options = { originalField: undefined, dayTotals: false, byStore: false };
    const book = new Ledger({ ...options, read: () => JSON.stringify(sale(7)) });
    const shop = createRegistry([seReceipt1]).shop({ country: 'SE' });
    for (const [index, value] of [sale(1), sale(1), sale(3)].entries()) {
      const place = { source: 'all.ndjson', index, line: index + 1, column: 1 };
      book.add({ value, document: value as unknown as Transaction, stored: { start: 0, length: 9 }, shop, place });
    }
    book.finish();
    expect(book.unreadable.size).toBe(1);
    expect(book.issues.map(({ code }) => code)).toEqual(['series_gap', 'series_gap']);
  });
});

describe('corrections', () => {
  it.each<[what: string, documents: object[], args: string[], codes: string[]]>([
    [
      "a stored sale's id",
      [
        { ...stored(sale(1)), id: 'txn_1' },
        { ...stored(refund(2, 'txn_1')), id: 'txn_2' },
      ],
      ['--stored'],
      [],
    ],
    ['a field in the sale', [sale(1), refund(2, 'A-1')], OF_EXTERNAL_ID, []],
    ['a sale that does not exist', [sale(1), refund(2, 'A-7')], OF_EXTERNAL_ID, ['original_not_found']],
    ['no sale', [sale(1), refund(2, 'none')], [], []],
    [
      'the receipt number',
      [
        sale(1),
        ...[2, 3].map((n) =>
          refund(n, 'none', {
            metadata: { receiptExtra: { v: 1, original: { kind: 'elsewhere', receiptNumber: 'R-1' } } },
          }),
        ),
      ],
      [],
      ['over_refund', 'over_refund'],
    ],
    ['a refund', [sale(1), refund(2, 'A-1'), refund(3, 'A-2')], OF_EXTERNAL_ID, ['original_not_found']],
  ])('a correction that refers to %s is matched to its sale, or reported', async (_, documents, args, codes) => {
    const { code, issues } = await ledger(documents, ...args);
    expect(issues.map((issue) => issue.code)).toEqual(codes);
    expect(code).toBe(codes.includes('over_refund') ? 1 : 0);
  });

  it('a correction at a rate that the sale did not have is reported', async () => {
    const other = refund(2, 'A-1', {
      items: [
        { name: 'Kaffe', quantity: 1, unitPrice: 4990, amount: 4990, taxRate: 25, taxCategory: 'S', taxAmount: 998 },
      ],
      tax: {
        scheme: 'SE_MOMS',
        pricesIncludeTax: true,
        summary: [{ rate: 25, category: 'S', taxableAmount: 3992, taxAmount: 998 }],
      },
      totals: { subtotal: 4990, discount: 0, tax: 998, total: 4990 },
    });
    const { issues } = await ledger([other, sale(1)], ...OF_EXTERNAL_ID);
    expect(issues).toMatchObject([
      { code: 'rate_differs_from_sale', index: 0, field: 'items[0].taxRate', found: 25, expected: 12 },
    ]);
  });
});

describe('a copy of a refund with its keys in another order', () => {
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .map(([key, member]) => [key, reversed(member)])
              .reverse(),
          )
        : value;
  const codesWith = async (...more: unknown[]): Promise<string[]> =>
    (await ledger([sale(1), refund(2, 'A-1'), ...more], ...OF_EXTERNAL_ID)).issues.map(({ code }) => code);

  it('is counted once', async () =>
    expect(await codesWith(reversed(refund(2, 'A-1')))).toEqual(['duplicate_identity']));

  it('is counted separately if a value differs, and then only once', async () => {
    const other = refund(2, 'A-1', { receiptNumber: 'R-3' });
    const codes = ['duplicate_identity', 'over_refund', 'over_refund'];
    expect(await codesWith(reversed(other))).toEqual(codes);
    expect(await codesWith(other, reversed(other))).toEqual(['duplicate_identity', ...codes]);
  });

  it('is left out of the totals', async () => {
    const { issues, dayTotals } = await ledger(
      [sale(1), refund(2, 'A-1'), reversed(refund(2, 'A-1'))],
      ...[...OF_EXTERNAL_ID, '--day-totals'],
    );
    expect(issues.map(({ code }) => code)).toEqual(['duplicate_identity']);
    expect(dayTotals!.map(({ refunded }) => refunded)).toEqual([0, 22790]);
  });
});

/** The document as the service returns it, with the shop's country. */
function stored(document: object): object {
  const { vendor } = document as { vendor: object };
  return {
    ...document,
    vendor: { ...vendor, name: 'Bageriet', country: 'SE' },
    profileId: 'se-receipt-1',
    documentTier: 'receipt',
  };
}

describe('receipt numbers', () => {
  it('missing and repeated receipt numbers are reported in each series', async () => {
    const documents = [sale(1), sale(4), sale(5), sale(4, { source: { platform: 'acme-pos', externalId: 'other' } })];
    const { code, issues } = await ledger(documents);
    expect(code).toBe(1);
    expect(issues.map(({ code: each, found, expected }) => [each, found ?? expected])).toEqual([
      ['series_repeat', 4],
      ['series_repeat', 4],
      ['series_gap', 2],
      ['series_gap', 2],
    ]);
  });

  it('receipt numbers from different stores, platforms or formats belong to different series', async () => {
    const documents = [
      sale(1),
      sale(5, { vendor: { id: 'biz_2' } }),
      sale(9, { source: { platform: 'web', externalId: 'w' } }),
      sale(20, { vendor: { id: 'biz_01HZX', locationName: 'North' } }),
    ];
    expect(await ledger(documents)).toMatchObject({ code: 0, issues: [] });
  });

  it.each([
    ['R-0042', { form: 'R-#', number: 42 }],
    ['2026-7/A', { form: '2026-#/A', number: 7 }],
    ['9'.repeat(16), undefined],
    ['none', undefined],
  ])('a receipt number is parsed: %s as %o', (text, expected) => expect(numberIn(text)).toEqual(expected));

  it('receipt numbers are checked for gaps and repeats in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), (numbers) => {
        const book = new SeriesBook();
        for (const [i, number] of numbers.entries()) book.add('s', number, i);
        const { gaps, repeats } = book.findings();
        const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
        const missing = gaps.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
        const all = numbers.length === 0 ? [] : Array.from({ length: most - least + 1 }, (_, i) => least + i);
        expect(missing).toEqual(all.filter((number) => !numbers.includes(number)));
        expect(repeats).toHaveLength(numbers.length - new Set(numbers).size);
      }),
    );
  });
});

describe('documents', () => {
  it('invalid documents are counted, and excluded from everything else', async () => {
    const { code, issues, documents } = await ledger([refusedReceipt(), refusedReceipt(), sale(1)]);
    expect([code, documents]).toEqual([1, 1]);
    expect(issues.map((issue) => [issue.code, issue.index])).toEqual([
      ['document_invalid', 0],
      ['document_invalid', 1],
    ]);
  });

  it('different documents with the same identity are reported as different', async () => {
    const text = async (second: object) => {
      const { stdout } = await cli.run(['ledger', '--country', 'SE'], { input: ndjson(sale(1), second) });
      return stdout;
    };
    const reordered = Object.fromEntries(Object.entries(sale(1)).reverse());
    expect(await text(reordered)).toBe(await text(sale(1)));
    expect(await text(sale(1, { payment: { method: 'mobile' } }))).not.toBe(await text(sale(1)));
  });

  it('documents whose tenders do not add up are reported', async () => {
    const tenders = [
      { method: 'cash', amount: 20000 },
      { method: 'card', amount: 2000 },
    ];
    const { code, issues } = await ledger([sale(1, { metadata: { receiptExtra: { v: 1, tenders } } })]);
    expect(code).toBe(1);
    expect(issues).toMatchObject([{ code: 'tenders_differ', found: 22000, expected: 22790 }]);
  });

  it('unreadable documents cause exit code 2', async () => {
    expect((await ledger('', 'missing.json')).code).toBe(2);
    expect((await cli.run(['ledger', '--country', 'SE', '--original-field', 'a..b'], { input: '' })).code).toBe(2);
  });

  it('all issues are counted, even if --max-issues limits the report', async () => {
    const { issues, ...counts } = await ledger([refusedReceipt(), refusedReceipt()], '--max-issues', '1');
    expect(issues).toHaveLength(1);
    expect(counts).toMatchObject({ errors: 2, invalid: 2 });
  });

  it('issues are reported as one object per line with --format ndjson', async () => {
    const { stdout } = await cli.run(
      ['ledger', '--country', 'SE', '--format', 'ndjson', '--day-totals', '--by-store'],
      { input: ndjson(sale(1), sale(3)) },
    );
    const keys = stdout
      .trimEnd()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line) as object)[0]);
    expect(keys).toEqual(['issue', 'issue', 'dayTotals', 'storeTotals', 'summary']);
  });
});

it('keeps only the valid documents in memory, not the text around them', async () => {
  const padding = JSON.stringify('x'.repeat(900_000));
  async function* lines(): AsyncGenerator<Uint8Array> {
    for (let n = 1; n <= 100; n++) yield Buffer.from(`[${JSON.stringify(sale(n))},{"padding":${padding}}]\n`);
  }
  const options = { input: lines(), nodeOptions: ['--max-old-space-size=48'] };
  const { code, stdout } = await cli.run(['ledger', '--country', 'SE', '--format', 'json'], options);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ documents: 100, invalid: 100 });
});

describe('totals', () => {
  /** Computes the totals with plain loops, without `DayBook`. */
  function plainTotals(documents: readonly Transaction[]) {
    const days: Record<string, Record<string, number>> = {};
    for (const { type, vendor, timestamp, currency, items, tax, totals, payment } of documents) {
      const day = (days[[vendor.id, vendor.locationName, timestamp.split('T')[0], currency].join('|')] ??= {});
      const add = (name: string, amount: number) => (day[name] = (day[name] ?? 0) + amount);
      add(type, 1);
      if (type === 'void') continue;
      const back = type === 'refund' || type === 'credit_note';
      for (const line of items) {
        const gross = line.amount + (tax.pricesIncludeTax ? 0 : line.taxAmount);
        const isReturned = back || (type === 'exchange' && gross < 0);
        const amount = isReturned && !back ? -gross : gross;
        add(isReturned ? 'refunded' : 'turnover', amount);
        add(`${isReturned ? 'refunded' : 'turnover'} ${line.taxRate} ${line.taxCategory}`, amount);
        add('discounts', (back ? -1 : 1) * (line.discount?.amount ?? 0));
      }
      add('rounding', (back ? -1 : 1) * (totals.rounding ?? 0));
      add(`tender ${payment.method}`, (back ? -1 : 1) * totals.total);
    }
    return days;
  }

  const flat = (all: readonly DayTotals[]) =>
    Object.fromEntries(
      all.map(
        ({ vendor, location, date, currency, count, rates, turnover, refunded, discounts, rounding, tenders }) => [
          [vendor, location, date, currency].join('|'),
          Object.fromEntries(
            [
              ...Object.entries(count),
              ['turnover', turnover],
              ['refunded', refunded],
              ['discounts', discounts],
              ['rounding', rounding],
              ...rates.flatMap((rate) => [
                [`turnover ${rate.rate} ${rate.category}`, rate.turnover],
                [`refunded ${rate.rate} ${rate.category}`, rate.refunded],
              ]),
              ...Object.entries(tenders).map(([method, amount]) => [`tender ${method}`, amount]),
            ].filter(([, amount]) => amount !== 0) as [string, number][],
          ),
        ],
      ),
    );
  const withoutZeros = (days: Record<string, Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(days).map(([day, sums]) => [
        day,
        Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0)),
      ]),
    );

  it.each([seReceipt1, noReceipt1, usReceipt1])(
    'totals of generated documents for $country equal plain sums',
    (pack) => {
      const many = fc.array(validTransaction(pack), { minLength: 1, maxLength: 30 });
      fc.assert(
        fc.property(many, (documents) => {
          // Without metadata, the only tender is the payment method.
          const plain = documents.map((document) => ({ ...document, metadata: undefined }));
          const book = new DayBook(true);
          for (const document of plain) book.add(document);
          expect(flat(book.all())).toEqual(withoutZeros(plainTotals(plain)));
        }),
        { numRuns: 40 },
      );
    },
  );

  it('totals balance: sales minus returns equals the money received', async () => {
    const cash = sale(1, {
      payment: { method: 'cash' },
      totals: { subtotal: 22790, discount: 0, tax: 2442, rounding: 10, total: 22800 },
    });
    const documents = [cash, sale(2), refund(3, 'none', { timestamp: '2026-11-20T20:00:00+01:00' })];
    const { code, dayTotals, storeTotals } = await ledger(documents, '--day-totals', '--by-store');
    expect(code).toBe(0);
    expect(dayTotals).toMatchObject([
      {
        date: '2026-11-20',
        count: { sale: 2, refund: 1 },
        turnover: 45580,
        refunded: 22790,
        rounding: 10,
        tenders: { cash: 22800, card: 0 },
        firstReceiptNumber: 'R-1',
        lastReceiptNumber: 'R-3',
        difference: 0,
      },
    ]);
    const { date: _date, ...overall } = dayTotals![0]!;
    expect(storeTotals).toEqual([overall]);
    const text = await cli.run(['ledger', '--country', 'SE', '--day-totals'], { input: ndjson(...documents) });
    for (const figure of ['45580', '22790', '22800', '4884']) expect(text.stdout).toContain(figure);
    expect(text.stdout).toMatch(/difference +0\n/);
  });

  it('totals that do not balance are reported as an issue for their day', async () => {
    const tenders = [{ method: 'cash', amount: 1 }];
    const { issues } = await ledger([sale(1, { metadata: { receiptExtra: { v: 1, tenders } } })], '--day-totals');
    expect(issues.map(({ code, found }) => [code, found])).toEqual([
      ['tenders_differ', 1],
      ['tenders_differ', 22789],
    ]);
  });
});
