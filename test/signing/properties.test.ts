import fc from 'fast-check';
import type { SaleTransaction, Transaction } from 'receipt-rule-packs';
import { createRegistry } from 'receipt-rule-packs';
import { complete } from 'receipt-rule-packs/complete';
import { atReceipt1, deReceipt1, esReceipt1, ptReceipt1 } from 'receipt-rule-packs/packs';
import {
  atPayload,
  bgQr,
  deProcessData,
  esHuellaText,
  esQr,
  hrZkiText,
  noText,
  ptFields,
  ptHash4,
  ptHashText,
  seRecord,
  signingInput,
  siQr,
  siZoiText,
  type SigningInputName,
} from 'receipt-rule-packs/signing';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';

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

it('signingInput accepts every name', () => {
  const names: SigningInputName[] = ['deProcessData', 'seRecord', 'noText', 'ptHashText'];
  for (const name of names) expect(signingInput(saleOf([1]), name as 'noText')).toBeDefined();
});
