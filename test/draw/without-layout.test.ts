/** Receipts of a country without layout.json, with labels in a language that no other country has. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { defineReceiptPack, type ReceiptLaw } from 'receipt-rule-packs';
import * as draw from 'receipt-rule-packs/draw';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLaw } from '../../scripts/generate/read-law';
import { readLayout } from '../../scripts/generate/receipt-layouts';
import { receiptWords } from '../../scripts/generate/receipt-words';
import type { LawLabels } from '../../src/law/types';
import { elementsOf, rowsOf, unsafeLines, unsafeParts } from './drawn';
import { KINDS as MADE, madeDocument } from './of-countries';

const ID = 'qz-receipt-1';
const law: ReceiptLaw = readLaw(ID, 'test/five-laws');
const labels: LawLabels = law.labels!;
const pack = defineReceiptPack(law);

type Draw = Pick<typeof draw, 'drawReceipt' | 'drawReceiptText'>;

/** `draw` as it would be with these packs. The examples' packs have no layout here. */
async function drawWith(folders: readonly string[], more?: (packs: string) => void): Promise<Draw> {
  const packs = mkdtempSync(join(tmpdir(), 'without-layout-'));
  try {
    for (const folder of folders) cpSync(folder, join(packs, folder.split('/').at(-1)!), { recursive: true });
    rmSync(join(packs, 'ch-receipt-1', 'layout.json'), { force: true });
    more?.(packs);
    const contents = receiptWords(packs);
    const { outputFiles } = await build({
      entryPoints: ['src/draw/index.ts'],
      bundle: true,
      write: false,
      format: 'esm',
      plugins: [
        {
          name: 'words',
          setup: ({ onLoad }) => onLoad({ filter: /words\.generated\.ts$/ }, () => ({ contents, loader: 'ts' })),
        },
      ],
    });
    const code = Buffer.from(outputFiles[0]!.contents).toString('base64');
    return (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as Draw;
  } finally {
    rmSync(packs, { recursive: true });
  }
}

const TITLES = {
  sale: labels.receipt,
  refund: labels.refund,
  credit_note: labels.creditNote,
  exchange: labels.exchange,
  void: labels.void,
};
const base = madeDocument(pack, 'sale')!;
const DOCUMENTS = [
  ...MADE.filter((kind) => kind !== 'oss' && kind !== 'device').map((kind) => madeDocument(pack, kind)!),
  { ...base, type: 'credit_note', linkedTransaction: { originalTransactionId: 'txn_9', reason: 'other' } },
  { ...base, settled: false },
  {
    ...base,
    tax: { ...base.tax, reverseCharge: true, summary: [{ rate: 0, category: 'AE', taxableAmount: 1, taxAmount: 0 }] },
  },
  ...['cash', 'mobile', 'transfer', 'other'].map((method) => ({ ...base, type: 'refund', payment: { method } })),
].map((document, i) => ({ i, type: document.type as keyof typeof TITLES, document }));

/** The words of other languages in the tables of words. */
const FOREIGN =
  /receipt|refund|exchange|\bvoid\b|credit note|store credit|\bvat\b|\bnet\b|gross|you saved|unpaid|undefined/i;

let builtIn: Draw;
beforeAll(async () => {
  builtIn = await drawWith(['packs/gb-receipt-1', 'packs/se-receipt-1', `test/five-laws/${ID}`]);
});

describe.each([
  ['a custom pack', () => draw, { pack }],
  ['a built-in pack', () => builtIn, { country: 'QZ' }],
] as const)('%s without a layout', (_, drawer, options) => {
  it.each(DOCUMENTS)('draws every document with the labels of the law: $i, $type', ({ type, document }) => {
    const { drawReceipt, drawReceiptText } = drawer();
    const html = drawReceipt(document, options);
    const text = drawReceiptText(document, { ...options, width: 80 });
    expect([unsafeParts(html), unsafeLines(text, 80)]).toEqual([[], []]);
    const elements = elementsOf(html);
    const ofClass = (name: string) =>
      elements.filter(({ attributes }) => attributes.class?.split(' ').includes(name) === true);
    expect(ofClass('receipt-title').map((each) => each.text)).toEqual([TITLES[type]]);
    for (const { text: heading } of [...ofClass('receipt-group'), ...elements.filter(({ tag }) => tag === 'th')])
      expect(heading).not.toBe('');
    const { tax, net, total } = labels;
    expect(elements.filter(({ attributes }) => attributes.scope === 'col').map((each) => each.text)).toEqual(
      expect.arrayContaining([net, tax, total]),
    );
    const shown = elements.filter(({ tag }) => tag === 'p' || tag === 'tr').map((each) => each.text);
    expect(shown.filter((row) => FOREIGN.test(row) && !row.includes('reverseCharge'))).toEqual([]);
    expect(text.split('\n').filter((line) => /^│ +│$/.test(line))).toEqual([]);
  });

  it('draws a field and an arrow where the law has no words', () => {
    const document = { ...base, type: 'refund', settled: false, payment: { method: 'cash' } };
    const rows = rowsOf(drawer().drawReceiptText(document, options));
    expect(rows).toContain('settled false');
    expect(rows.some((row) => /^← \S/.test(row))).toBe(true);
  });

  it('draws amounts without decimals', () => {
    const text = drawer().drawReceiptText(base, options);
    expect(text).toMatch(new RegExp(`${labels.total} +\\S+ ISK`));
    expect(text).not.toMatch(/\d,\d\d ISK/);
  });
});

describe('the words of a country without a layout', () => {
  it('are not used for other countries', () => {
    const document = { ...base, currency: 'GBP' };
    for (const options of [{ country: 'GB' }, { country: 'SE' }, { country: 'SE', locale: 'en' }, { country: 'ZZ' }])
      expect(builtIn.drawReceiptText(document, options)).toBe(draw.drawReceiptText(document, options));
  });

  it('come from its language where the law has no labels', async () => {
    const { drawReceiptText } = await drawWith([
      'packs/gb-receipt-1',
      'packs/de-receipt-1',
      'examples/laws/ch-receipt-1',
    ]);
    const document = { ...base, type: 'refund', settled: false, currency: 'CHF' };
    const text = drawReceiptText(document, { country: 'CH' }).replaceAll(/ +/g, ' ');
    for (const word of ['R Ü C K G A B E', 'Erstattung: Karte', 'Nicht bezahlt', 'Netto MWST Total'])
      expect(text).toContain(word);
    expect(drawReceiptText(document, { country: 'DE' })).toBe(draw.drawReceiptText(document, { country: 'DE' }));
  });
});

describe('the words of a new country with a layout', () => {
  it("are not used for other countries' receipts in its language", async () => {
    // Sorts before gb, and its layout has another title.
    const { drawReceiptText } = await drawWith(['packs/gb-receipt-1', 'packs/se-receipt-1'], (packs) => {
      const folder = join(packs, 'au-receipt-1');
      cpSync('packs/gb-receipt-1', folder, { recursive: true });
      for (const [file, change] of [
        ['law.json', { id: 'au-receipt-1', country: 'AU' }],
        ['layout.json', { title: { ...readLayout('gb-receipt-1')!.title, sale: 'DOCKET' } }],
      ] as const) {
        const content = JSON.parse(readFileSync(join(folder, file), 'utf8')) as object;
        writeFileSync(join(folder, file), JSON.stringify({ ...content, ...change }));
      }
    });
    const document = { ...base, currency: 'GBP' };
    for (const options of [{ country: 'GB' }, { country: 'SE', locale: 'en' }, { country: 'ZZ' }])
      expect(drawReceiptText(document, options)).toBe(draw.drawReceiptText(document, options));
  });
});
