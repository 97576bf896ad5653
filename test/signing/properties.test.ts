import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { SaleTransaction, Transaction } from 'receipt-rule-packs';
import { createRegistry } from 'receipt-rule-packs';
import { complete } from 'receipt-rule-packs/complete';
import { atReceipt1, deReceipt1, esReceipt1, ptReceipt1 } from 'receipt-rule-packs/packs';
import {
  atPayload,
  bgQr,
  deProcessData,
  esAnulacionText,
  esHuellaText,
  esQr,
  grUid,
  hrQr,
  hrZkiText,
  noText,
  ptFields,
  ptHash4,
  ptHashText,
  ptQr,
  seRecord,
  signingInput,
  siQr,
  siZoiText,
  skOkp,
  tbaiId,
  tbaiQr,
  type SigningInputName,
} from 'receipt-rule-packs/signing';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { usageError } from '../support/usage-error';

type Corrected = Exclude<Transaction['type'], 'sale'>;

const AT = { provider: 'AT1', cashRegisterId: 'K1', turnover: 'AA==', certificateSerial: '1a', previous: 'bA==' };
const PT = { sellerNif: '514524391', type: 'FS', atcud: 'CSDF7T5H-7', hash4: 'kLp0', certificateNumber: '1' };
const PLACE = { number: '1', premise: 'P', device: 'D' };
const HUELLA = { nif: '89890001K', invoiceType: 'F2', generated: '2027-08-01T10:00:01+02:00' };

/** Each text to sign that contains an amount, with the separator that numbers in it must not contain. */
const TEXTS: readonly (readonly [name: string, separator: string | undefined, (document: Transaction) => unknown])[] = [
  ['deProcessData', undefined, (document) => deProcessData(document)],
  ['atPayload', '_', (document) => atPayload(document, AT)],
  ['ptHashText', ';', (document) => ptHashText(document)],
  ['ptFields', '*', (document) => ptFields(document, PT)],
  ['esHuellaText', '&', (document) => esHuellaText(document, HUELLA)],
  ['esQr', undefined, (document) => esQr(document, HUELLA_NIF)],
  ['noText', ';', (document) => noText(document)],
  ['hrZkiText', undefined, (document) => hrZkiText(document, { oib: '1', ...PLACE })],
  ['siZoiText', undefined, (document) => siZoiText(document, { taxNumber: '1', ...PLACE })],
  ['bgQr', undefined, (document) => bgQr(document, { fiscalMemoryNumber: '1', document: '2' })],
];
const HUELLA_NIF = { nif: '89890001K' };

/** A sale with lines at rate 0, which every text to sign can express. */
const sales = fc
  .record({
    amounts: fc.array(fc.integer({ min: 1, max: 2 ** 40 }), { minLength: 1, maxLength: 5 }),
    number: fc.stringMatching(/^[A-Za-z0-9/ -]{1,20}$/),
  })
  .map(({ amounts, number }) => saleOf(amounts, number));

function saleOf(amounts: readonly number[], receiptNumber = 'R-1'): SaleTransaction {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  return {
    type: 'sale',
    settled: true,
    receiptNumber,
    timestamp: '2026-11-22T12:00:00+01:00',
    currency: 'EUR',
    vendor: { id: 'biz_1' },
    items: amounts.map((amount) => ({
      name: 'x',
      quantity: 1,
      unitPrice: amount,
      amount,
      taxRate: 0,
      taxCategory: 'E',
      taxAmount: 0,
    })),
    tax: {
      scheme: 'EU_VAT',
      pricesIncludeTax: true,
      summary: [{ rate: 0, category: 'E', taxableAmount: total, taxAmount: 0 }],
    },
    totals: { subtotal: total, discount: 0, tax: 0, total },
    payment: { method: 'card' },
    source: { platform: 'p', externalId: 'x' },
  };
}

const corrected = (sale: SaleTransaction, type: Corrected): Transaction => ({
  ...sale,
  type,
  linkedTransaction: { originalTransactionId: 'txn_1' },
});

/** Matches an amount that does not follow a digit. */
const amountOf = (written: string) => new RegExp(`(?<![\\d.,])${written.replace('.', String.raw`\.`)}`, 'g');

const cents = (text: string) => BigInt(text.replace(/[.,]/, ''));

describe.each(TEXTS)('%s', (_, separator, make) => {
  it('changes if one cent changes', () => {
    fc.assert(
      fc.property(sales, (sale) => {
        const amounts = sale.items.map(({ amount }, i) => (i === 0 ? amount + 1 : amount));
        const text = make(sale);
        expect(text).toBeTypeOf('string');
        expect(make(saleOf(amounts, sale.receiptNumber))).not.toBe(text);
      }),
    );
  });

  it('is undefined if the number contains a line break or the separator', () => {
    const numbered = (receiptNumber: string) => make({ ...saleOf([100]), receiptNumber });
    const isWritten = numbered('R-2') !== numbered('R-1');
    if (isWritten) for (const end of ['\n', '\r', '\u2028']) expect(numbered(`R${end}1`)).toBeUndefined();
    if (separator !== undefined) expect(numbered(`R${separator}1`)).toBeUndefined();
  });

  it('is undefined for a value that is not a document', () => {
    const documents = fc.oneof(
      fc.dictionary(fc.constantFrom(...Object.keys(saleOf([1]))), fc.anything()),
      fc
        .tuple(fc.constantFrom('items', 'tax', 'totals', 'timestamp', 'receiptNumber'), fc.anything())
        .map(([field, value]) => ({ ...saleOf([1]), [field]: value })),
    );
    fc.assert(
      fc.property(documents, (document) => {
        expect(['string', 'undefined']).toContain(typeof make(document as unknown as Transaction));
      }),
    );
    for (const field of ['totals', 'timestamp', 'tax'])
      expect(make({ ...saleOf([1]), [field]: undefined })).toBeUndefined();
  });
});

describe('refunds', () => {
  const negative = TEXTS.filter(([name]) => !name.startsWith('pt'));

  it.each(negative)('have negative amounts: %s', (_, __, make) => {
    fc.assert(
      fc.property(sales, fc.constantFrom<Corrected>('refund', 'credit_note', 'void'), (sale, type) => {
        const text = String(make(sale));
        const { total } = sale.totals;
        const amount = `${Math.floor(total / 100)}.${String(total % 100).padStart(2, '0')}`;
        const written = text.includes(amount) ? amount : amount.replace('.', ',');
        expect(text).toContain(written);
        expect(make(corrected(sale, type))).toBe(text.replaceAll(amountOf(written), `-${written}`));
      }),
    );
  });

  it.each(['refund', 'credit_note'] as const)('have positive amounts in Portugal: %s', (type) => {
    const sale = saleOf([250]);
    expect(ptHashText(corrected(sale, type))).toBe(ptHashText(sale));
    expect(ptFields(corrected(sale, type), PT)).toBe(ptFields(sale, PT));
  });

  it('keep the sign of each line in an exchange', () => {
    const exchange = corrected(saleOf([500, -200]), 'exchange');
    expect(deProcessData(exchange)).toBe('Beleg^0.00_0.00_0.00_0.00_3.00^3.00:Unbar');
  });
});

describe('signed texts, validated by the packs', () => {
  const registry = createRegistry([deReceipt1, atReceipt1, esReceipt1, ptReceipt1]);
  const deviates = (document: Transaction, country: string) =>
    registry.validate(document, { country }).warnings.filter(({ code }) => code === 'fiscal_figures_deviate').length;

  it('produces processData whose five amounts and payments have the same sum', () => {
    let made = 0;
    fc.assert(
      fc.property(validTransaction(deReceipt1), (document) => {
        const text = deProcessData(document);
        if (text === undefined || document.type === 'void') return;
        made++;
        const [, amounts, payments] = text.split('^');
        const sum = (parts: readonly string[]) => parts.reduce((total, one) => total + cents(one.split(':')[0]!), 0n);
        const rounding =
          BigInt(document.totals.rounding ?? 0) * (document.type === 'exchange' || document.type === 'sale' ? 1n : -1n);
        if (document.tax.pricesIncludeTax)
          expect(sum(amounts!.split('_')) + rounding).toBe(payments === '' ? 0n : sum(payments!.split('_')));
      }),
    );
    expect(made).toBeGreaterThan(30);
  });

  it('produces figures that match the document, and differ from one changed by a cent', () => {
    let judged = 0;
    fc.assert(
      fc.property(validTransaction(deReceipt1), (document) => {
        const processData = deProcessData(document);
        if (processData === undefined) return;
        judged++;
        expect(deviates({ ...document, extensions: { de: { processData } } }, 'DE')).toBe(0);
        const wrong = processData.replace(/\d(?=[_^])/, (digit) => (digit === '9' ? '0' : String(Number(digit) + 1)));
        expect(deviates({ ...document, extensions: { de: { processData: wrong } } }, 'DE')).toBe(1);
      }),
    );
    fc.assert(
      fc.property(validTransaction(atReceipt1), (document) => {
        const payload = atPayload({ ...document, receiptNumber: '1' }, AT);
        if (payload === undefined) return;
        judged++;
        const signed = (machineReadableCode: string) => ({
          ...document,
          extensions: { at: { machineReadableCode: `${machineReadableCode}_c2ln` } },
        });
        expect(deviates(signed(payload), 'AT')).toBe(0);
        const wrong = payload.replace(
          /(,\d)(\d)/,
          (__, start: string, digit: string) => start + ((Number(digit) + 1) % 10),
        );
        expect(deviates(signed(wrong), 'AT')).toBe(1);
      }),
    );
    fc.assert(
      fc.property(validTransaction(esReceipt1), (document) => {
        const verifactuQr = esQr(document, HUELLA_NIF);
        if (verifactuQr === undefined) return;
        judged++;
        const signed = (text: string) => ({ ...document, extensions: { es: { verifactuQr: text } } });
        const { warnings } = registry.validate(signed(verifactuQr), { country: 'ES' });
        expect(warnings.filter(({ field }) => field === 'extensions.es.verifactuQr')).toEqual([]);
        const wrong = verifactuQr.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
        expect(deviates(signed(wrong), 'ES')).toBe(1);
      }),
    );
    fc.assert(
      fc.property(validTransaction(ptReceipt1), (document) => {
        const qrCode = ptFields(document, PT);
        // A void carries the sale's code, so the code is not compared.
        if (qrCode === undefined || document.type === 'void') return;
        judged++;
        const signed = (text: string) => ({ ...document, extensions: { pt: { qrCode: text } } });
        expect(deviates(signed(qrCode), 'PT')).toBe(0);
        const wrong = qrCode.replace(/(?<=\*O:\d+\.\d)\d/, (digit) => String((Number(digit) + 1) % 10));
        expect(deviates(signed(wrong), 'PT')).toBe(1);
      }),
    );
    expect(judged).toBeGreaterThan(120);
  });

  const farm = (rate: number, processData: string) => {
    const completion = complete(registry.shop({ country: 'DE' }), {
      receiptNumber: '1',
      timestamp: '2026-11-22T12:00:00+01:00',
      currency: 'EUR',
      vendor: { id: 'biz_1' },
      items: [{ name: 'Eier', unitPrice: 1000, taxRate: rate }],
      tax: { pricesIncludeTax: true },
      payment: { method: 'card' },
      source: { platform: 'p', externalId: 'x' },
      extensions: { de: { processData } },
    });
    return completion.valid ? deviates(completion.transaction, 'DE') : NaN;
  };

  it.each([
    [7.8, 'Beleg^0.00_0.00_10.00_0.00_0.00^10.00:Unbar', 0],
    [7.8, 'Beleg^0.00_0.00_0.00_10.00_0.00^10.00:Unbar', 1],
    [7.8, 'Beleg^0.00_0.00_10.01_0.00_0.00^10.01:Unbar', 1],
    [5.5, 'Beleg^0.00_0.00_0.00_10.00_0.00^10.00:Unbar', 0],
    [5.5, 'Beleg^0.00_0.00_10.00_0.00_0.00^10.00:Unbar', 1],
    [9, 'Beleg^0.00_0.00_10.00_0.00_0.00^10.00:Unbar', 0],
    [9, 'Beleg^0.00_0.00_0.00_10.00_0.00^10.00:Unbar', 0],
    [9, 'Beleg^0.00_0.00_0.00_10.01_0.00^10.01:Unbar', 1],
    [9, 'Beleg^10.00_0.00_0.00_0.00_0.00^10.00:Unbar', 1],
  ])('compares the amounts of flat-rate farmers, %d %%: %s', (rate, processData, expected) => {
    expect(farm(rate, processData)).toBe(expected);
  });
});

it('seRecord is a record with separate sales and returns', () => {
  const exchange = corrected(saleOf([500, -200]), 'exchange');
  expect(seRecord(exchange, { organizationNumber: '556036-0793', kind: 'copy' })).toEqual({
    timestamp: '2026-11-22T12:00:00+01:00',
    receiptNumber: 'R-1',
    organizationNumber: '556036-0793',
    kind: 'copy',
    sales: 500,
    returns: 200,
    taxes: [{ rate: 0, amount: 0 }],
  });
  expect(seRecord(corrected(saleOf([500]), 'refund'))).toMatchObject({ sales: 0, returns: 500 });
  const rates = [1, 2, 3, 4, 5].map((rate) => ({ rate, category: 'S' as const, taxableAmount: 1, taxAmount: 0 }));
  const sale = saleOf([500]);
  expect(seRecord({ ...sale, tax: { ...sale.tax, summary: rates } })).toBeUndefined();
});

it('seRecord has up to four rates, the highest first', () => {
  const sale = saleOf([500]);
  const summary = [25, 0, 12, 6].map((rate) => ({ rate, category: 'S' as const, taxableAmount: 1, taxAmount: rate }));
  const { taxes } = seRecord({ ...sale, tax: { ...sale.tax, summary } })!;
  expect(taxes).toEqual([25, 12, 6, 0].map((rate) => ({ rate, amount: rate })));
});

// 5 % from July 2020 to December 2021, 4.9 % from July 2026. What was sold at 5 % may be returned later.
it.each([
  [5, '2020-06-30', 'sale', undefined],
  [5, '2020-07-01', 'sale', '5,00'],
  [5, '2021-12-31', 'sale', '5,00'],
  [5, '2022-01-01', 'sale', undefined],
  [5, '2022-01-01', 'refund', '-5,00'],
  [5, '2020-06-30', 'refund', undefined],
  [4.9, '2026-06-30', 'sale', undefined],
  [4.9, '2026-07-01', 'sale', '5,00'],
  [19, '2019-01-01', 'sale', '5,00'],
  [21, '2026-07-01', 'sale', undefined],
] as const)('atPayload has a field for the rate %d on %s in a %s: %s', (taxRate, day, type, amount) => {
  const sale = saleOf([500]);
  const items = sale.items.map((item) => ({ ...item, taxRate }));
  const dated: SaleTransaction = { ...sale, items, timestamp: `${day}T12:00:00+01:00` };
  const text = atPayload(type === 'sale' ? dated : corrected(dated, type), AT);
  const expected = `_R1-AT1_K1_R-1_${day}T12:00:00_0,00_0,00_0,00_0,00_${amount}_AA==_1a_bA==`;
  expect(text).toBe(amount === undefined ? undefined : expected);
});

it('seRecord is undefined for sums beyond the exact range, and for a number with a line break', () => {
  const sale = saleOf([500]);
  const [line] = sale.items;
  const dear = [line!, line!].map((item) => ({ ...item, amount: Number.MAX_SAFE_INTEGER }));
  expect(seRecord({ ...sale, items: dear })).toBeUndefined();
  expect(seRecord({ ...sale, receiptNumber: 'R\n1' })).toBeUndefined();
  expect(seRecord(sale)).toMatchObject({ kind: 'normal', sales: 500, returns: 0 });
});

it.each([
  ['a ZOI that is too short', '1', '12345678'],
  ['a ZOI that is not hexadecimal', 'g'.repeat(32), '12345678'],
  ['a ZOI that is too long', '1'.repeat(33), '12345678'],
  ['a tax number that is too short', '1'.repeat(32), '1234567'],
  ['a tax number that is too long', '1'.repeat(32), '123456789'],
])('siQr is undefined for %s', (_, zoi, taxNumber) => {
  expect(siQr(saleOf([500]), { zoi, taxNumber })).toBeUndefined();
});

it('siQr fills a short ZOI with zeros, and ends with the last digit of the sum of all digits', () => {
  const text = siQr(saleOf([500]), { zoi: '1'.padStart(32, '0'), taxNumber: '12345678' });
  // 1, 36 for the tax number, 17 for the time
  expect(text).toBe(`${'1'.padStart(39, '0')}123456782611221200004`);
});

it('ptHash4 takes the characters at 1, 11, 21 and 31 of a text that has them', () => {
  const text = 'a123456789b123456789c123456789d';
  expect([ptHash4(text), ptHash4(text.slice(0, 30))]).toEqual(['abcd', undefined]);
});

it('deProcessData lists tenders in order, each currency once, and only currencies with two decimals', () => {
  const sale = saleOf([5000]);
  const tenders = [
    { method: 'card', amount: 1000 },
    { method: 'cash', amount: 500, currency: 'USD' },
    { method: 'mobile', amount: 500 },
    { method: 'cash', amount: 1500 },
    { method: 'cash', amount: 1, currency: 'EUR' },
  ] as const;
  expect(deProcessData(sale, { tenders })).toBe('Beleg^0.00_0.00_0.00_0.00_50.00^15.01:Bar_5.00:Bar:USD_15.00:Unbar');
  expect(deProcessData(sale, { tenders: [{ method: 'cash', amount: 500, currency: 'JPY' }] })).toBeUndefined();
});

it.each<[string, unknown]>([
  ['a value that is not an object', 'cash'],
  ['an unknown method', { method: 'cheque', amount: 5 }],
  ['no method', { amount: 5 }],
  ['an amount that is not an integer', { method: 'cash', amount: 0.5 }],
  ['no amount', { method: 'cash' }],
  ['a currency in lower case', { method: 'cash', amount: 5, currency: 'usd' }],
  ['a currency that is too long', { method: 'cash', amount: 5, currency: 'USDX' }],
  ['a currency with a prefix', { method: 'cash', amount: 5, currency: 'XUSD' }],
])('deProcessData rejects tenders with %s', (_, tender) => {
  const valid = { method: 'cash', amount: 500 };
  for (const tenders of [[tender], [valid, tender], tender])
    expect(() => deProcessData(saleOf([500]), { tenders } as never)).toThrow(
      usageError('invalid_option', 'given.tenders'),
    );
});

const PT_QR = {
  ...{ A: '514524391', B: '999999990', C: 'PT', D: 'FS', E: 'N', F: '20261122', G: 'FS A/7', H: 'CSDF7T5H-7' },
  ...{ I1: 'PT', N: '0.00', O: '5.00', Q: 'kLp0', R: '1234' },
};
const PT_QR_TEXT =
  'A:514524391*B:999999990*C:PT*D:FS*E:N*F:20261122*G:FS A/7*H:CSDF7T5H-7*I1:PT*N:0.00*O:5.00*Q:kLp0*R:1234';

it('ptQr leaves out the fields that are not given', () => {
  expect(ptQr(PT_QR)).toBe(PT_QR_TEXT);
  expect(ptQr({ ...PT_QR, L: undefined, I2: '5.00' })).toBe(PT_QR_TEXT.replace('*N:', '*I2:5.00*N:'));
});

/** The field of the text from `ptFields`, by its letter. */
const ptField = (document: Transaction, field: string): string | undefined =>
  ptFields(document, PT)
    ?.split('*')
    .find((one) => one.startsWith(`${field}:`))
    ?.slice(field.length + 1);

it.each<[string, object | undefined, string, string]>([
  ['no customer', undefined, '999999990', 'PT'],
  ['a customer without a tax number', { name: 'Ana' }, '999999990', 'PT'],
  ['a Portuguese tax number', { vatNumber: '123456789' }, '123456789', 'PT'],
  ['a Portuguese VAT number', { country: 'PT', vatNumber: 'PT123456789' }, '123456789', 'PT'],
  ['PT within the number', { vatNumber: '123PT' }, '123PT', 'PT'],
  ['a foreign tax number', { country: 'ES', vatNumber: 'PT-1' }, 'PT-1', 'ES'],
])('ptFields states the tax number and country of the customer: %s', (_, customer, nif, country) => {
  const sale = { ...saleOf([500]), customer } as Transaction;
  expect([ptField(sale, 'B'), ptField(sale, 'C')]).toEqual([nif, country]);
});

it.each([
  ['sale', 'N'],
  ['refund', 'N'],
  ['void', 'A'],
] as const)('ptFields states whether a document is void: %s', (type, status) => {
  const sale = saleOf([500]);
  expect(ptField(type === 'sale' ? sale : corrected(sale, type), 'E')).toBe(status);
});

it('ptFields states the amounts at each rate in the order of the fields', () => {
  const sale = saleOf([500]);
  const row = (rate: number, category: 'S' | 'E' | 'O', taxableAmount: number, taxAmount: number) => ({
    ...{ rate, category, taxableAmount, taxAmount },
  });
  const summaryOf = (...summary: ReturnType<typeof row>[]) =>
    ptFields({ ...sale, tax: { ...sale.tax, summary } }, PT)?.replace(/^.*\*I1:PT(.*)\*N:.*$/, '$1');
  const rows = [row(23, 'S', 1000, 230), row(0, 'O', 50, 0), row(13, 'S', 100, 13), row(6, 'S', 200, 12)];
  expect(summaryOf(...rows)).toBe('*I3:2.00*I4:0.12*I5:1.00*I6:0.13*I7:10.00*I8:2.30*L:0.50');
  expect(summaryOf(row(0, 'E', 50, 0), row(0, 'S', 25, 0))).toBe('*I2:0.75');
  // The fields have no sign.
  expect(summaryOf(row(23, 'S', -1000, -230))).toBeUndefined();
});

const TBAI_ID = { nif: '00000006Y', date: '2019-10-25', signature: 'btFpwP8dcLGAF' };
const TBAI_QR = { base: 'https://batuz.eus/QRTBAI/', id: 'TBAI-1', number: '27174', total: '4.70' };
const ANULLED = { number: '1', date: '2024-01-01', generated: '2024-01-01T19:20:40+01:00' };
const GREEK = { afm: '999999999', date: '2020-10-22', branch: '0', type: '1.1', number: '2' };

it.each(['25-10-2019', '251019', '25-10-19', '25102019'])('tbaiId accepts the date %s', (date) => {
  expect(tbaiId({ ...TBAI_ID, date })).toBe('TBAI-00000006Y-251019-btFpwP8dcLGAF-237');
});

it('tbaiId uses the first 13 characters of a signature, which must have as many', () => {
  expect(tbaiId({ ...TBAI_ID, signature: 'btFpwP8dcLGAFx=' })).toBe(tbaiId(TBAI_ID));
  expect(tbaiId({ ...TBAI_ID, signature: 'btFpwP8dcLGA' })).toBeUndefined();
});

it.each<[string, (given: object) => unknown, Readonly<Record<string, string>>, string]>([
  ['tbaiId', (given) => tbaiId({ ...TBAI_ID, ...given }), TBAI_ID, '\n'],
  ['tbaiQr', (given) => tbaiQr({ ...TBAI_QR, ...given }), TBAI_QR, '\n'],
  ['grUid', (given) => grUid({ ...GREEK, ...given }), GREEK, '-'],
  [
    'esAnulacionText',
    (given) => esAnulacionText({ ...HUELLA_NIF, ...ANULLED, ...given }),
    { nif: '', number: '', generated: '' },
    '&',
  ],
  ['ptQr', (given) => ptQr({ ...PT_QR, ...given }), PT_QR, '*'],
  ['hrQr', (given) => hrQr(saleOf([500]), { zki: '1', ...given }), { zki: '' }, '\n'],
])('%s is undefined if a value contains a line break or the separator', (_, make, given, separator) => {
  expect(make({})).toBeTypeOf('string');
  for (const name of Object.keys(given))
    for (const value of ['1\n2', '\n', `1${separator}2`]) expect(make({ [name]: value })).toBeUndefined();
});

it.each(['2024', '', '1-1-2024', 'x2024-01-01', '20240101', '20110101', '2024-24-01', '2024-01-42', '42-01-2024'])(
  'esAnulacionText is undefined for the date %j',
  (date) => {
    expect(esAnulacionText({ ...HUELLA_NIF, ...ANULLED, date })).toBeUndefined();
  },
);

it('an empty series is the same as none', () => {
  expect(grUid({ ...GREEK, series: '' })).toBe(grUid(GREEK));
  expect(tbaiQr({ ...TBAI_QR, series: '' })).toBe(tbaiQr(TBAI_QR));
  expect(tbaiQr(TBAI_QR)).toMatch(/\?id=TBAI-1&s=&nf=27174&i=4.70&cr=\d{3}$/);
});

it.each<[string, readonly number[] | undefined]>([
  ['~', [0x7e]],
  ['\u007f', [0x7f]],
  ['\u0080', undefined],
  ['é', undefined],
  ['\u0383', undefined],
  // Greek letters have the order of Unicode.
  ['\u0384', [0xb4]],
  ['ώ', [0xfe]],
  ['\u03cf', undefined],
  ['Я', undefined],
])('grUid encodes %j in ISO 8859-7 if that has it', (series, bytes) => {
  const [before, after] = ['999999999-2020-10-22-0-1.1-', '-2'].map((text) => Buffer.from(text));
  const uid = bytes && createHash('sha1').update(Buffer.concat([before!, Buffer.from(bytes), after!]));
  expect(grUid({ ...GREEK, series })).toBe(uid?.digest('hex').toUpperCase());
});

it.each(['a', 'é', '', 'AAAA\nAAAA'])('skOkp is undefined for a text that is not base64: %j', (text) => {
  expect(skOkp(text)).toBeUndefined();
});

it.each([
  [{}, 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?'],
  [{ verifactu: true, test: false }, 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?'],
  [{ verifactu: false }, 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu?'],
  [{ test: true }, 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?'],
])('esQr has the address of the service for %j', (given, address) => {
  expect(esQr(saleOf([500]), { ...HUELLA_NIF, ...given })?.startsWith(address)).toBe(true);
});

it('signingInput accepts every name', () => {
  const names: SigningInputName[] = ['deProcessData', 'seRecord', 'noText', 'ptHashText'];
  for (const name of names) expect(signingInput(saleOf([1]), name as 'noText')).toBeDefined();
});
