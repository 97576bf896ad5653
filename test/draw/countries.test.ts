import { readFileSync } from 'node:fs';
import { drawReceipt, drawReceiptText, type DrawHtmlOptions } from 'receipt-rule-packs/draw';
import { describe, expect, it } from 'vitest';
import type { LawLabels } from '../../src/law/types';
import { drawnUnsafely, elementsOf, fieldsOf, unsafeLines, type Drawn } from './drawn';
import { KINDS, layoutFile, madeDocument, type Made, type MadeDocument, packs } from './of-countries';

/** Parses a printed amount to minor units. */
function minorOf(text: string, perUnit = 100): number {
  const [, whole = '', fraction] = /^(.*?)(?:[.,](\d\d))?$/.exec(text.replace(/[^0-9.,]|[.,]$/g, '')) ?? [];
  const digits = whole.replace(/\D/g, '');
  const minor = Number(digits) * perUnit + Number(fraction ?? '0');
  return /[-−]/.test(text) ? -minor : minor;
}

interface DrawnRow {
  readonly look: string;
  readonly left: string;
  readonly right: readonly string[];
  readonly isStruck: boolean;
}

/** The rows of all tables on a drawn receipt. */
function rowsOf(document: unknown, options: DrawHtmlOptions): DrawnRow[] {
  const elements = elementsOf(drawReceipt(document, options));
  const has = ({ attributes }: Drawn, name: string) => attributes.class?.split(' ').includes(name) === true;
  return elements.flatMap((element, i): DrawnRow[] => {
    if (element.tag !== 'tr' || !has(element, 'receipt-row')) return [];
    const rest = elements.slice(i + 1);
    const end = rest.findIndex(({ tag }) => tag === 'tr' || tag === 'p' || tag === 'table');
    const own = end < 0 ? rest : rest.slice(0, end);
    const texts = (name: string) => own.filter((each) => has(each, name)).map(({ text }) => text);
    return [
      {
        look: /receipt-row receipt-([a-z]+)/.exec(element.attributes.class!)![1]!,
        left: texts('receipt-left').join(''),
        right: texts('receipt-right'),
        isStruck: own.some(({ tag }) => tag === 's'),
      },
    ];
  });
}

/** The currencies of ISO 4217 without minor units; Intl rounds further ones, such as the forint. */
const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const perUnitOf = (currency: string): number => (WHOLE.includes(currency) ? 1 : 100);
const amountsIn = (rows: readonly DrawnRow[], look: string, perUnit: number): number[] =>
  rows.filter((row) => row.look === look).map(({ right }) => minorOf(right.at(-1)!, perUnit));
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Parses a printed date and time into the document's format. */
function localTime(text: string, date: string): string {
  const numbers = text.match(/\d+/g)!;
  const names = date.match(/yyyy|MM?|dd?/g)!.map((name) => (name.length === 1 ? name + name : name));
  const part = (name: string) => numbers[names.indexOf(name)]!.padStart(2, '0');
  const half = /[AP]M/.exec(text)?.[0];
  const hour = half === undefined ? Number(numbers[3]) : (Number(numbers[3]) % 12) + (half === 'PM' ? 12 : 0);
  return `${part('yyyy')}-${part('MM')}-${part('dd')}T${String(hour).padStart(2, '0')}:${numbers[4]}`;
}

const CASES = packs.flatMap((pack) =>
  KINDS.flatMap((kind) => {
    const document = madeDocument(pack, kind);
    return document === undefined ? [] : [{ pack, country: pack.country, kind, document }];
  }),
);
const signOf = (kind: Made): number => (kind === 'refund' ? -1 : 1);

it('the cases cover every kind of document for every country', () => {
  for (const { country, law } of packs) {
    const expected = KINDS.filter((kind) => kind !== 'oss' || law.distanceSales !== 'none');
    const kinds = CASES.filter((each) => each.country === country).map(({ kind }) => kind);
    expect([country, kinds]).toEqual([country, expected]);
  }
  // Both ways to treat distance sales occur.
  expect(new Set(packs.map(({ law }) => law.distanceSales !== 'none')).size).toBe(2);
});

describe.each(CASES)('$country: $kind', ({ pack, country, kind, document }) => {
  const layout = layoutFile(pack.id);
  const options = { country };
  const rows = rowsOf(document, options);
  const fields = fieldsOf(document, options);
  const perUnit = perUnitOf(pack.law.currencies.at(-1)!.code);

  it("has amounts that add up to the document's totals", () => {
    const { items, totals } = document;
    const lines = [...amountsIn(rows, 'item', perUnit), ...amountsIn(rows, 'discount', perUnit)];
    expect(sum(lines)).toBe(signOf(kind) * sum(items.map(({ amount }) => amount)));
    expect(minorOf(fields.get('totals.total')!, perUnit)).toBe(signOf(kind) * totals.total);
    const gross = items.map(({ quantity, unitPrice }) => Math.round(quantity * unitPrice) * signOf(kind));
    expect(amountsIn(rows, 'item', perUnit)).toEqual(
      kind === 'exchange' ? [...gross.filter((one) => one < 0), ...gross.filter((one) => one > 0)] : gross,
    );
    if (totals.rounding !== 0) expect(minorOf(fields.get('totals.rounding')!, perUnit)).toBe(totals.rounding);
  });

  it("has the document's tax", () => {
    const tables = rows.filter(({ look, right }) => look === 'tax' && right.length === 3);
    for (const { right } of tables)
      expect(minorOf(right[2]!, perUnit)).toBe(minorOf(right[0]!, perUnit) + minorOf(right[1]!, perUnit));
    for (const [i, { taxAmount, taxableAmount }] of document.tax.summary.entries()) {
      const drawn = fields.get(`tax.summary[${i}].taxAmount`);
      if (drawn !== undefined) expect(minorOf(drawn, perUnit)).toBe(signOf(kind) * taxAmount);
      const net = fields.get(`tax.summary[${i}].taxableAmount`);
      if (net !== undefined) expect(minorOf(net, perUnit)).toBe(signOf(kind) * taxableAmount);
    }
    const told = fields.get('totals.tax');
    // Two countries do not print the sum, and a single rate needs no sum.
    const needsSum = layout.taxTable !== undefined && document.tax.summary.length > 1;
    expect(told === undefined ? undefined : minorOf(told, perUnit)).toBe(
      needsSum || told !== undefined ? signOf(kind) * document.totals.tax : undefined,
    );
  });

  it("has the date and time in the country's format", () => {
    expect(localTime(fields.get('timestamp')!, layout.date)).toBe('2026-11-20T14:05');
    const times = elementsOf(drawReceipt(document, options)).filter(({ tag }) => tag === 'time');
    expect(times.map(({ attributes }) => attributes.datetime)).toEqual([document.timestamp]);
  });

  it('contains only words from the document, the layout and the law', () => {
    expect(foreignWords(document, options, pack.id)).toEqual([]);
  });

  it('contains only safe text', () => {
    expect(drawnUnsafely(document, options)).toEqual([]);
  });

  it.each([40, 80, 120])('has the same amounts in a terminal of %i columns, except struck-out ones', (width) => {
    const text = drawReceiptText(document, { country, width }).replace(/[\u00a0\u202f]/g, ' ');
    const amounts = rows.filter(({ isStruck }) => !isStruck).flatMap(({ right }) => right);
    expect(amounts.length).toBeGreaterThan(0);
    const missing = amounts.filter((amount) => !text.includes(amount.replace(/[\u00a0\u202f]/g, ' ')));
    expect(missing).toEqual([]);
  });

  it('fits into terminals of 40 and 120 columns, with the same text', () => {
    const [narrow, wide] = [40, 120].map((width) => drawReceiptText(document, { country, width }));
    expect([...unsafeLines(narrow!, 40), ...unsafeLines(wide!, 120)]).toEqual([]);
    expect(lettersIn(narrow!)).toEqual(lettersIn(wide!));
  });

  it('requests payment only if the customer has to pay', () => {
    const word = document.totals.total * signOf(kind) < 0 ? layout.refundTotal : undefined;
    expect(rows.find(({ look }) => look === 'total')!.left).toBe(word ?? layout.total);
  });
});

/** The letters and digits of a string, in alphabetical order. */
const lettersIn = (text: string): string => [...text.replace(/[^\p{L}\p{N}]/gu, '')].sort().join('');

it.each(['LT', 'LV', 'SE', 'SI'])(
  '%s: the label of a refunded total is the law’s neutral word for a total',
  (country) => {
    const { id } = packs.find((pack) => pack.country === country)!;
    const { labels } = JSON.parse(readFileSync(`packs/${id}/law.json`, 'utf8')) as { labels: LawLabels };
    expect(layoutFile(id).refundTotal?.toLowerCase()).toBe(labels.total.toLowerCase());
  },
);

it('the Belgian fiscal block has the terminal and the input device', () => {
  const { document } = CASES.find((each) => each.country === 'BE' && each.kind === 'sale')!;
  const be = { posFiscalTicketNo: 7, terminalId: 'T1', deviceId: 'D1' };
  const fields = fieldsOf({ ...document, extensions: { be } }, { country: 'BE' });
  expect(Object.keys(be).map((name) => fields.get(`extensions.be.${name}`))).toEqual(['7', 'T1', 'D1']);
});

describe.each(packs)('a printed date and time in $country', ({ id, country }) => {
  it.each(['2026-03-04T00:05', '2026-12-31T12:59', '2024-02-29T23:00', '1999-10-09T11:30'])(
    'can be parsed back to %s',
    (time) => {
      const { document } = CASES.find((each) => each.country === country)!;
      const fields = fieldsOf({ ...document, timestamp: `${time}:09+01:00` }, { country });
      expect(localTime(fields.get('timestamp')!, layoutFile(id).date)).toBe(time);
    },
  );
});

const priced = packs.filter(({ id }) => layoutFile(id).currency.place !== 'none');

it.each(priced)('amounts are formatted as in CLDR for $country', ({ id, country, law }) => {
  const { document } = CASES.find((each) => each.country === country && each.kind === 'refund')!;
  const { language } = (JSON.parse(readFileSync(`packs/${id}/law.json`, 'utf8')) as { labels: LawLabels }).labels;
  const { code: currency } = law.currencies.at(-1)!;
  const money = new Intl.NumberFormat(`${language.split('-')[0]!}-${country}`, { style: 'currency', currency });
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
  const drawn = drawReceiptText(
    { ...document, totals: { ...document.totals, total: 12_345 * perUnitOf(currency) } },
    { country },
  );
  const lines = plain(drawn)
    .replaceAll('│', ' ')
    .split('\n')
    .map((line) => line.trimEnd());
  expect(lines.filter((line) => line.endsWith(`  ${plain(money.format(-12_345))}`))).toHaveLength(1);
});

/** The words on a drawn receipt that neither the document nor the pack's files contain. */
function foreignWords(document: MadeDocument, options: DrawHtmlOptions, id: string): string[] {
  const words = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const law = JSON.parse(readFileSync(`packs/${id}/law.json`, 'utf8')) as { labels: LawLabels };
  const { evidence: _, ...layout } = layoutFile(id) as unknown as Record<string, unknown>;
  const language = law.labels.language;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const strings = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [String(value)];
  const known = new Set([
    ...strings([document, layout, law.labels]).flatMap(words),
    ...words([names.of('DE')!, names.of('AT')!].join(' ')),
    // The tax names at destinations, am and pm, and jurisdiction levels.
    ...['mwst', 'ust', 'am', 'pm', 'state', 'city'],
  ]);
  const drawn = elementsOf(drawReceipt(document, options));
  const found = drawn.filter(({ tag }) => ['p', 'th', 'td'].includes(tag)).flatMap(({ text }) => words(text));
  expect(found.length).toBeGreaterThan(5);
  return [...new Set(found)].filter((word) => !known.has(word));
}

it('a German receipt lists tax rates by letter, whatever their order in the document', () => {
  const { document } = CASES.find((each) => each.country === 'DE' && each.kind === 'sale')!;
  for (const summary of [document.tax.summary, [...document.tax.summary].reverse()]) {
    const rows = rowsOf({ ...document, tax: { ...document.tax, summary } }, { country: 'DE' });
    const taxes = rows.filter(({ look }) => look === 'tax').map(({ left }) => left);
    expect(taxes.map((text) => text.slice(0, 2))).toEqual(['A ', 'D ', 'Su']);
  }
});

it('rate labels get more room if the amounts are short', () => {
  const { document } = CASES.find((each) => each.country === 'FI' && each.kind === 'sale')!;
  const has = (name: string, value: object) => drawReceipt(value, { country: 'FI' }).includes(` ${name}`);
  expect([has('receipt-tight', document), has('receipt-wide', document)]).toEqual([true, false]);
  const [first, ...others] = document.tax.summary;
  const tax = { ...document.tax, summary: [{ ...first!, taxableAmount: 100_000_000 }, ...others] };
  expect([has('receipt-tight', { ...document, tax }), has('receipt-wide', { ...document, tax })]).toEqual([
    false,
    true,
  ]);
});

describe('corrections', () => {
  const of = (country: string, kind: Made) => CASES.find((each) => each.country === country && each.kind === kind)!;

  it("show the original's number, if given", () => {
    const { document } = of('SE', 'refund');
    const text = drawReceiptText(document, { country: 'SE', original: { receiptNumber: 'R-0077' } });
    expect(text).toContain('Gäller kvitto R-0077');
    expect(text).not.toContain('txn_9');
    expect(drawReceiptText(document, { country: 'SE' })).toContain('← txn_9 · Returnerad vara');
    expect(drawReceiptText(document, { country: 'SE', original: {} })).toContain('← txn_9');
  });

  it("strike out a void's amounts in HTML, and omit them in text", () => {
    const { document } = of('SE', 'void');
    const rows = rowsOf(document, { country: 'SE' });
    const struck = rows.filter(({ isStruck }) => isStruck).map(({ look }) => look);
    expect(struck).toEqual(['item', 'item', 'item', 'item', 'tax', 'tax', 'tax']);
    const text = drawReceiptText(document, { country: 'SE' });
    expect(text).not.toContain('2 598,00');
    expect(text).toMatch(/Att betala +0,00 kr/);
  });

  it.each(CASES.filter(({ kind }) => kind === 'void'))(
    'from $country strike out every line and tax amount in a void',
    ({ country, document }) => {
      const html = drawReceipt(document, { country });
      const amounts = /data-path="(?:items\[\d\](?:\.discount)?\.amount|totals\.tax|tax\.[^"]*Amount)"/g;
      expect(html.match(amounts)!.length).toBeGreaterThanOrEqual(document.items.length);
      expect(html.replace(/<s>.*?<\/s>/g, '').match(amounts)).toBeNull();
    },
  );

  it('show an exchange as two groups, each with a subtotal', () => {
    const { document } = of('DE', 'exchange');
    const rows = rowsOf(document, { country: 'DE' });
    const groups = rows.filter(({ look }) => look === 'group').map(({ left }) => left);
    expect(groups).toEqual(['Rückgabe', 'Kauf']);
    const sums = rows.filter(({ look, left }) => look === 'sum' && left === 'Zwischensumme');
    expect(sum(sums.map(({ right }) => minorOf(right[0]!)))).toBe(document.totals.subtotal);
  });

  it("show a distance sale's destination and its tax", () => {
    const { document } = of('SE', 'oss');
    expect(drawReceiptText(document, { country: 'SE' }).replaceAll('\u00a0', ' ')).toContain(
      'Leverans till Tyskland, MwSt. 19 %, 7',
    );
    expect(drawReceiptText({ ...document, channel: 'pos' }, { country: 'SE' })).not.toContain('Leverans till');
  });

  it("name a foreign customer's country once, and never by code", () => {
    const { document } = of('SE', 'oss');
    const drawn = (changes: object) => drawReceiptText({ ...document, ...changes }, { country: 'SE' });
    const count = (text: string, word: string) => text.split(word).length - 1;
    expect([count(drawn({}), 'Tyskland'), count(drawn({}), ' DE ')]).toEqual([1, 0]);
    const abroad = drawn({ channel: 'pos', customer: { name: 'K7', country: 'NO' } });
    expect(abroad).toContain('K7 · Norge ');
    const home = drawn({ channel: 'pos', customer: { name: 'K7', country: 'SE' } });
    expect([count(home, 'K7 '), count(home, 'Sverige'), count(home, '·')]).toEqual([1, 0, 0]);
    expect(drawn({ channel: 'pos', customer: { country: 'Norge?' } })).toContain('Norge?');
  });

  it("have an original's number only if the document is linked to one", () => {
    const { document } = of('SE', 'sale');
    const original = { receiptNumber: 'R-0077' };
    expect(drawReceiptText(document, { country: 'SE', original })).not.toContain('R-0077');
  });
});

describe('a title that only a device may print', () => {
  const titled = CASES.filter(({ pack, kind }) => kind === 'device' && layoutFile(pack.id).title.fiscal !== undefined);

  it('exists in several countries', () => {
    const found = titled.map(({ country }): string => country);
    expect(['BE', 'BG', 'MT', 'PL', 'RO'].filter((country) => !found.includes(country))).toEqual([]);
  });

  it.each(titled)(
    'is printed in $country if the fiscal data is present and has no issues',
    ({ pack, country, document }) => {
      const { title } = layoutFile(pack.id);
      const titleOf = (value: unknown, issues: DrawHtmlOptions['issues'] = []) =>
        fieldsOf(value, { country, issues }).get('type');
      expect(titleOf(document)).toBe(title.fiscal);
      expect(titleOf({ ...document, extensions: undefined })).toBe(title.sale);
      expect(titleOf({ ...document, extensions: { [country.toLowerCase()]: {} } })).toBe(title.sale);
      const issue = { field: 'extensions', code: 'fiscal_missing', message: 'x' };
      expect(titleOf(document, [issue])).toBe(title.sale);
      expect(titleOf({ ...document, type: 'refund' })).toBe(title.refund!.split('\n')[0]);
    },
  );
});
