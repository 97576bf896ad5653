import { describe, expect, it } from 'vitest';
import { createRegistry } from 'receipt-rule-packs';
import { complete, type Draft, type DraftTender, type ReceiptExtra } from 'receipt-rule-packs/complete';
import { packs } from 'receipt-rule-packs/packs';
import { draftOf, frozen } from './support/drafts';
import { roundingRow, shopOf } from './support/laws';
import { withDocument } from './support/results';
import { jsonLines, only } from '../support/json-lines';

interface Vector {
  name: string;
  country: string;
  currency: string;
  unitPrice: number;
  taxRate: number;
  pricesIncludeTax: boolean;
  tenders: DraftTender[];
  expected: { codes: string[] } | { method: string; rounding: number | null; total: number; tenders: DraftTender[] };
}

const TENDER = only('method', 'name', 'amount', 'tendered', 'change');
const vectors = jsonLines(new URL('tenders.jsonl', import.meta.url), {
  ...only('name', 'country', 'currency', 'unitPrice', 'taxRate', 'pricesIncludeTax'),
  tenders: TENDER,
  expected: { ...only('codes', 'method', 'rounding', 'total'), tenders: TENDER },
}) as readonly Vector[];

const registry = createRegistry(packs);
const SE = { controlUnitId: 'A'.repeat(17), controlCode: 'B'.repeat(32), sequenceNumber: 1 };

const extraOf = (document: { metadata?: unknown }): ReceiptExtra | undefined =>
  (document.metadata as { receiptExtra?: ReceiptExtra } | undefined)?.receiptExtra;

/** Completes a sale of one mug with these tenders, under a law that rounds cash to 0.05. */
const paid = (tenders: readonly DraftTender[], more: object = {}, law = {}) => {
  const shop = shopOf({ cashRounding: [roundingRow(law)] });
  const draft = draftOf([{ name: 'Mug', unitPrice: 12163, taxRate: 20 }], { payment: undefined, tenders, ...more });
  return withDocument(complete(shop, frozen(draft)));
};
const codesOf = ({ issues }: { issues: readonly { field: string; code: string }[] }) =>
  issues.map(({ field, code }) => `${field} ${code}`);

it.each(vectors)('$name', ({ country, currency, unitPrice, taxRate, pricesIncludeTax, tenders, expected }) => {
  const draft = {
    receiptNumber: '1',
    timestamp: '2026-11-21T10:00:00+01:00',
    currency,
    vendor: { id: 'biz_1' },
    source: { platform: 'test', externalId: '1' },
    items: [{ name: 'Mug', unitPrice, taxRate }],
    tax: { pricesIncludeTax },
    tenders,
    ...(country === 'SE' && { extensions: { se: SE } }),
  } as Draft;
  const { issues, document } = withDocument(complete(registry.shop({ country }), frozen(draft)));
  if ('codes' in expected) {
    expect(issues.map(({ code }) => code).sort()).toEqual(expected.codes);
    return;
  }
  expect(issues).toEqual([]);
  const { rounding = null, total } = document.totals;
  expect({ method: document.payment.method, rounding, total }).toEqual({
    method: expected.method,
    rounding: expected.rounding,
    total: expected.total,
  });
  expect(extraOf(document)).toEqual({ v: 1, tenders: expected.tenders });
});

describe('tenders', () => {
  it('determine the payment method, and the card digits of a single card', () => {
    expect(paid([{ method: 'card', last4: '1234' }]).document.payment).toEqual({ method: 'card', last4: '1234' });
    const two = paid([{ method: 'card', amount: 1, last4: '1234' }, { method: 'card' }]);
    expect(two.document.payment).toEqual({ method: 'card' });
    expect(two.valid).toBe(true);
  });

  it('stay unchanged if the caller completes the document again', () => {
    const first = paid([
      { method: 'card', amount: 5000 },
      { method: 'cash', tendered: 10000 },
    ]);
    expect(extraOf(first.document)!.tenders![1]).toEqual({
      method: 'cash',
      amount: 7165,
      tendered: 10000,
      change: 2835,
    });
    const again = complete(shopOf({ cashRounding: [roundingRow({})] }), frozen(first.document));
    expect(again.valid && again.transaction).toEqual(first.document);
    expect(again.filled).toEqual([]);
  });

  it('are listed as filled in, together with the payment', () => {
    const { filled } = paid([{ method: 'card' }]);
    expect(filled).toEqual(expect.arrayContaining(['payment', 'metadata.receiptExtra']));
    const given = draftOf([{ name: 'Mug', unitPrice: 100, taxRate: 20 }], {
      metadata: { receiptExtra: { v: 1, tenders: [{ method: 'card', amount: 100 }] } },
    });
    const { filled: others } = complete(shopOf(), frozen(given), { expect: { total: 100 } });
    expect(others).toContain('totals');
    expect(others).not.toContain('metadata.receiptExtra');
  });

  it("keep the caller's metadata", () => {
    const { document } = paid([{ method: 'card' }], { metadata: { till: 4 } });
    expect(document.metadata).toEqual({
      till: 4,
      receiptExtra: { v: 1, tenders: [{ method: 'card', amount: 12163 }] },
    });
  });

  it('state the sum of amount and change as tendered', () => {
    const { document } = paid([{ method: 'card', change: 5000 }]);
    expect(extraOf(document)!.tenders).toEqual([{ method: 'card', amount: 12163, tendered: 17163, change: 5000 }]);
  });

  it('need no change if the exact amount was tendered', () => {
    const { valid, document } = paid([{ method: 'card', tendered: 12163 }]);
    expect(valid).toBe(true);
    expect(extraOf(document)!.tenders).toEqual([{ method: 'card', amount: 12163, tendered: 12163, change: 0 }]);
  });

  it('move to metadata, even if something else in the draft is wrong', () => {
    const { valid, document } = paid([{ method: 'card' }], { receiptNumber: 5 });
    expect(valid).toBe(false);
    expect(document).not.toHaveProperty('tenders');
    expect(extraOf(document)!.tenders).toEqual([{ method: 'card', amount: 12163 }]);
  });

  it('round only the amount paid in cash, or nothing', () => {
    const part = [{ method: 'card', amount: 5021 }, { method: 'cash' }] as const;
    expect(paid(part).document.totals).toMatchObject({ rounding: -2, total: 12161 });
    const not = paid(part, {}, { other: 'not_allowed' }).document.totals;
    expect([not.rounding, not.total]).toEqual([undefined, 12163]);
    expect(codesOf(paid(part, {}, { other: 'allowed' }))).toEqual(['tenders tenders_not_payable']);
    expect(codesOf(paid([{ method: 'card' }, { method: 'cash', amount: 7142 }]))).toEqual([
      'tenders tenders_not_payable',
    ]);
    // The amount paid in cash is already a multiple of the increment.
    const even = paid([{ method: 'card', amount: 5063 }, { method: 'cash' }], {}, { other: 'allowed' });
    expect(even.valid).toBe(true);
    expect(even.document.totals.total).toBe(12163);
  });

  it.each<[string, object, number, string[]]>([
    ['must be a multiple of 0.05 if the law rounds cash', {}, 7142, ['tenders tenders_not_payable']],
    ['can be any multiple of 0.05', {}, 7145, []],
    ['can be any amount if customer and seller agree', { unlessAgreed: true }, 7142, []],
    ['can be any amount if the seller need not round cash', { cash: 'allowed' }, 7142, []],
    ['can be any amount if the seller must not round cash', { cash: 'not_allowed' }, 7142, []],
    ['can be any amount if only totals paid in cash are rounded', { other: 'not_allowed' }, 7142, []],
  ])('that state the cash next to a card: it %s', (_, law, amount, codes) => {
    const result = paid([{ method: 'card' }, { method: 'cash', amount }], {}, law);
    expect(codesOf(result)).toEqual(codes);
    expect(result.document.totals.total).toBe(12163);
  });

  it.each<[string, unknown, string[]]>([
    ['something that is not a list', {}, ['tenders invalid_type']],
    ['an empty list', [], ['tenders too_few_items']],
    ['something that is not an object', [5], ['tenders[0] invalid_type']],
    ['an unknown method', [{ method: 'gold' }], ['tenders[0].method invalid_value']],
    ['no method', [{}], ['tenders[0].method required']],
    ['an unknown field', [{ method: 'card', iban: 'x' }], ['tenders[0].iban unknown_field']],
    ['an amount given as text', [{ method: 'card', amount: '5' }], ['tenders[0].amount invalid_type']],
    ['a card number', [{ method: 'card', last4: '4111111111111111' }], ['tenders[0].last4 invalid_format']],
    ['card digits given as a number', [{ method: 'card', last4: 1234 }], ['tenders[0].last4 invalid_type']],
    ...['tendered', 'change', 'reverses'].flatMap((name): [string, unknown, string[]][] => [
      [`${name} below 0`, [{ method: 'cash', [name]: -1 }], [`tenders[0].${name} out_of_range`]],
      [`${name} with decimals`, [{ method: 'cash', [name]: 121.63 }], [`tenders[0].${name} invalid_type`]],
    ]),
    ['a long name', [{ method: 'card', name: 'x'.repeat(61) }], ['tenders[0].name out_of_range']],
    ['a name given as a number', [{ method: 'card', name: 5 }], ['tenders[0].name invalid_type']],
    ['a tendered amount that is too small', [{ method: 'cash', tendered: 100 }], ['tenders[0].tendered out_of_range']],
    [
      'a foreign amount without a currency',
      [{ method: 'cash', foreign: { amount: 5 } }],
      ['tenders[0].foreign.currency required'],
    ],
    ['a foreign amount that is not an object', [{ method: 'cash', foreign: 5 }], ['tenders[0].foreign invalid_type']],
    ...['EURO', 'usd', '$USD'].map((currency): [string, unknown, string[]] => [
      `the foreign currency ${currency}`,
      [{ method: 'cash', foreign: { currency, amount: 5 } }],
      ['tenders[0].foreign.currency invalid_format'],
    ]),
    [
      'an exchange rate given as a number',
      [{ method: 'cash', foreign: { currency: 'USD', amount: 5, rate: 1.1 } }],
      ['tenders[0].foreign.rate invalid_type'],
    ],
    [
      'two tenders without an amount',
      [{ method: 'cash' }, { method: 'card' }],
      ['tenders[0].amount required', 'tenders[1].amount required'],
    ],
    ['more than the total', [{ method: 'card', amount: 13000 }, { method: 'card' }], ['tenders tenders_differ']],
    ['too many', Array.from({ length: 51 }, () => ({ method: 'card', amount: 1 })), ['tenders out_of_range']],
  ])('are refused: %s', (_, tenders, codes) => {
    const result = paid(tenders as DraftTender[]);
    expect(codesOf(result)).toEqual(codes);
    expect((result.document as { tenders?: unknown }).tenders).toEqual(tenders);
  });

  it('may be 50, with names of 60 characters', () => {
    const most = Array.from({ length: 49 }, () => ({ method: 'card', amount: 1 }));
    const { document, ...result } = paid([...most, { method: 'mobile', name: '🧾'.repeat(60) }] as DraftTender[]);
    expect(codesOf(result)).toEqual([]);
    expect(extraOf(document)!.tenders![49]).toMatchObject({ amount: 12114, name: '🧾'.repeat(60) });
  });

  it('must not come with a payment, or with tenders in metadata', () => {
    const both = paid([{ method: 'card' }], { payment: { method: 'cash' } });
    expect(codesOf(both)).toEqual(['tenders not_allowed']);
    expect(both.document.payment).toEqual({ method: 'cash' });
    const kept = { metadata: { receiptExtra: { v: 1 } } };
    expect(codesOf(paid([{ method: 'card' }], kept))).toEqual(['metadata.receiptExtra not_allowed']);
  });

  it('given in metadata are not compared with a total that cannot be computed', () => {
    const metadata = { receiptExtra: { v: 1, tenders: [{ method: 'card', amount: 100 }] } };
    const draft = draftOf([{ name: 'Mug', unitPrice: 'x' as never, taxRate: 20 }], { metadata });
    expect(codesOf(complete(shopOf(), draft))).toEqual(['items[0].unitPrice invalid_type']);
  });

  it.each([
    ['an unknown version', { v: 2 }],
    ['tenders with a different total', { v: 1, tenders: [{ method: 'card', amount: 1 }] }],
    ['a different number of lines', { v: 1, lines: [] }],
    ['text instead of an object', 'x'],
  ])('given in metadata are refused unless they match the document: %s', (_, receiptExtra) => {
    const draft = draftOf([{ name: 'Mug', unitPrice: 100, taxRate: 20 }], { metadata: { receiptExtra } });
    expect(codesOf(complete(shopOf(), draft))).toEqual(['metadata.receiptExtra not_allowed']);
  });
});
