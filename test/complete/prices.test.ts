import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complete, type Draft, type DraftLine } from 'receipt-rule-packs/complete';
import { draftOf, frozen } from './support/drafts';
import { NET, shopOf } from './support/laws';
import { withDocument } from './support/results';
import { jsonLines, only } from '../support/json-lines';

interface Vector {
  name: string;
  quantity: number;
  unit?: string;
  price?: string;
  total?: number;
  discount: number;
  form: 'plain' | 'rounded' | 'per' | 'split';
  lines: { quantity: number; unitPrice: number; amount: number; unit?: string; discount: number }[];
}

const vectors = jsonLines(new URL('prices.jsonl', import.meta.url), {
  ...only('name', 'quantity', 'unit', 'price', 'total', 'discount', 'form'),
  lines: only('quantity', 'unitPrice', 'amount', 'unit', 'discount'),
}) as readonly Vector[];

const priced = (line: object, more: object = {}, law = {}) =>
  withDocument(complete(shopOf(law), frozen(draftOf([{ name: 'Goods', taxRate: 20, ...line } as DraftLine], more))));
const linked = { type: 'exchange', linkedTransaction: { originalTransactionId: 'none' } };
const said = ({ issues }: { issues: readonly { field: string; code: string }[] }) =>
  issues.map(({ field, code }) => `${field} ${code}`);

it.each(vectors)('$name: $form', ({ quantity, unit, price, total, discount, lines }) => {
  const line = { quantity, unit, price, lineTotal: total, discount: discount === 0 ? undefined : { amount: discount } };
  const { issues, warnings, document } = priced(line, quantity < 0 ? linked : {});
  expect([...issues, ...warnings]).toEqual([]);
  expect(
    document.items.map((item) => ({
      quantity: item.quantity,
      unitPrice: item.unitPrice,
      amount: item.amount,
      unit: item.unit,
      discount: item.discount?.amount ?? 0,
    })),
  ).toEqual(lines.map((one) => ({ ...one, unit: one.unit })));
});

describe('decimal prices', () => {
  it.each([
    ['per unit', '1.50', 2],
    ['per 100 units', '0.0125', 100],
    ['on two lines', '0.333', 3],
    ['per whole line', '0.333333', 1.5],
  ])('keep a unit that is not text, so that it is reported: %s', (_, price, quantity) => {
    const { issues } = priced({ price, quantity, unit: 5 });
    expect([...new Set(issues.map(({ field, code }) => `${field.slice(-4)} ${code}`))]).toEqual(['unit invalid_type']);
  });

  it.each([
    ['JPY', '150', 150],
    ['EUR', '1.50', 150],
    ['KWD', '1.500', 1500],
  ])('have as many decimals as the currency: %s', (currency, price, unitPrice) => {
    const { issues, document } = priced({ price }, { currency }, { currencies: [{ code: currency }] });
    expect(issues).toEqual([]);
    expect(document.items[0]!.unitPrice).toBe(unitPrice);
  });

  it('may have 20 digits', () => {
    const { issues, document } = priced({ price: `1.${'0'.repeat(19)}` });
    expect(issues).toEqual([]);
    expect(document.items[0]!.unitPrice).toBe(100);
  });

  it.each([
    ['kg', '200000.5 kg'],
    [undefined, '200000.5 pcs'],
  ])('become a price for the whole quantity if no price per unit results in the amount: unit %s', (unit, whole) => {
    const { issues, document } = priced({ price: '0.33333333', quantity: 200_000.5, unit });
    expect(issues).toEqual([]);
    expect(document.items).toMatchObject([{ quantity: 1, unit: whole, unitPrice: 6_666_683, amount: 6_666_683 }]);
  });

  it('result in the exact amount, without a warning', () => {
    const price = fc
      .tuple(fc.nat({ max: 99 }), fc.nat({ max: 9 }), fc.nat({ max: 999_999 }))
      .map(([whole, digits, rest]) =>
        digits === 0 ? String(whole) : `${whole}.${String(rest).padStart(digits, '0')}`,
      );
    const count = fc.integer({ min: 1, max: 20_000 });
    const weight = fc.integer({ min: 1, max: 2_000_000 }).map((grams) => grams / 1000);
    fc.assert(
      fc.property(price, fc.oneof(count, weight), fc.constantFrom(undefined, 'kg', 'cups'), (text, quantity, unit) => {
        const { issues, warnings, document } = priced({ quantity, unit, price: text });
        expect([...issues, ...warnings]).toEqual([]);
        const exact = new Decimal(text).mul(quantity).mul(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
        expect(document.totals.total).toBe(exact);
      }),
      { numRuns: 1000 },
    );
  });

  it('result in line totals exact to the minor unit', () => {
    const weight = fc.integer({ min: 1, max: 200_000_000 }).map((grams) => grams / 1000);
    const count = fc.integer({ min: 1, max: 999 });
    fc.assert(
      fc.property(fc.nat({ max: 9_999_999 }), fc.oneof(count, weight), (lineTotal, quantity) => {
        const { issues, warnings, document } = priced({ quantity, lineTotal });
        expect([...issues, ...warnings]).toEqual([]);
        expect(document.totals.total).toBe(lineTotal);
      }),
      { numRuns: 1000 },
    );
  });

  it('may consist of net and tax, which add up if prices include tax', () => {
    const price = { net: '4.16667', tax: '0.83333' };
    expect(priced({ quantity: 3, price }).document.totals.total).toBe(1500);
    const net = priced({ quantity: 3, price }, { tax: { scheme: 'UK_VAT', pricesIncludeTax: false } }, NET);
    expect(net.document.totals.subtotal).toBe(1250);
  });

  it("split a line's discount and tax if the line needs several document lines", () => {
    const line = { quantity: 3, lineTotal: 1000, discount: { percent: 10 }, taxAmount: 150, key: 'pears' };
    const { issues, document } = priced(line);
    expect(issues).toEqual([]);
    expect(document.items.map(({ discount, taxAmount }) => [discount!.amount, taxAmount])).toEqual([
      [33, 50],
      [67, 100],
    ]);
    expect(document.metadata).toEqual({ receiptExtra: { v: 1, lines: [{ key: 'pears' }, { key: 'pears' }] } });
    expect(said(priced({ ...line, amount: 901 }))).toEqual(['items[0].amount amount_mismatch']);
    expect(priced({ ...line, amount: 900 }).valid).toBe(true);
  });

  it.each<[string, object, number]>([
    ['a returned line', { quantity: -3, lineTotal: -1000, discount: { amount: 100 } }, -900],
    ['a returned line, one of whose prices is 0', { quantity: -3, lineTotal: -2 }, -2],
    ['a negative price', { quantity: 3, lineTotal: -1000 }, -1000],
    ['a line one of whose prices is 0', { quantity: 3, lineTotal: 2 }, 2],
  ])('add up to a stated amount on several document lines: %s', (_, line, amount) => {
    const { issues, document } = priced({ ...line, amount }, linked);
    expect(issues).toEqual([]);
    expect(document.items.map((item) => item.amount).reduce((sum, one) => sum + one)).toBe(amount);
    const other = priced({ ...line, amount: -amount }, linked);
    expect(other.issues).toEqual([
      expect.objectContaining({ field: 'items[0].amount', code: 'amount_mismatch', expected: amount }),
    ]);
  });

  it('may be 0 for 0 units', () => {
    const { issues, document } = priced({ quantity: 0, lineTotal: 0 });
    expect(issues).toEqual([]);
    expect(document.items[0]).toMatchObject({ quantity: 0, unitPrice: 0, amount: 0 });
  });

  it('are split even if the discount of the line is refused', () => {
    const result = priced({ quantity: 3, lineTotal: 1000, discount: { amount: 'x' } });
    expect(result.document.items.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
      [1, 334],
      [2, 333],
    ]);
    expect([...new Set(said(result).map((issue) => issue.slice(-12)))]).toEqual(['invalid_type']);
  });

  it('keep the lines of a draft separate for discounts and expectations', () => {
    const items = [
      { name: 'Pears', quantity: 3, lineTotal: 1000, taxRate: 20 },
      { name: 'Tea', unitPrice: 500, taxRate: 20 },
    ];
    const draft = draftOf(items, { discounts: [{ amount: 100, lines: [1] }] });
    const expectation = {
      total: 1400,
      lines: [
        { index: 0, amount: 1000 },
        { index: 1, amount: 400 },
      ],
    };
    expect(complete(shopOf(), draft, { expect: expectation }).valid).toBe(true);
    const wrong = complete(shopOf(), draftOf(items, { discounts: [{ amount: 100, lines: [2] }] }));
    expect(said(wrong)).toEqual(['discounts[0].lines[0] line_not_found']);
  });

  it.each<[object, string[]]>([
    [{ price: 1.899 }, ['items[0].price invalid_type']],
    [{ price: '1e3' }, ['items[0].price invalid_type']],
    [{ price: '' }, ['items[0].price invalid_type']],
    [{ price: ' 1' }, ['items[0].price invalid_type']],
    [{ price: '1,5' }, ['items[0].price invalid_type']],
    [{ price: '1'.repeat(21) }, ['items[0].price invalid_type']],
    [{ price: { net: '1' } }, ['items[0].price.tax required']],
    [{ price: { net: '1', tax: '0', gross: '1' } }, ['items[0].price.gross unknown_field']],
    [{ price: '1', unitPrice: 100 }, ['items[0].price not_allowed']],
    [{ lineTotal: 100, unitPrice: 100 }, ['items[0].lineTotal not_allowed']],
    [{ lineTotal: 1.5 }, ['items[0].lineTotal invalid_type']],
    [{ lineTotal: 100, quantity: 0 }, ['items[0].lineTotal not_computable']],
    [{ price: '99999999999999999' }, ['items[0].amount not_computable']],
    [{ price: '1', quantity: 'x' }, ['items[0].quantity invalid_type']],
  ])('are refused: %j', (line, codes) => {
    expect(said(priced(line))).toEqual(codes);
  });
});

describe('modifiers', () => {
  it('add to the price and to the name', () => {
    const modifiers = [
      { name: 'oat milk', unitPrice: 50 },
      { name: 'extra shot', price: '0.333', quantity: 2 },
    ];
    const { document, issues } = priced({ name: 'Latte', unitPrice: 300, quantity: 1, modifiers });
    expect(issues).toEqual([]);
    expect(document.items[0]).toMatchObject({ name: 'Latte, oat milk, extra shot', unitPrice: 417, amount: 417 });
  });

  it.each<[object, string[]]>([
    [{ modifiers: {} }, ['items[0].modifiers invalid_type']],
    [{ modifiers: [{ unitPrice: 5 }] }, ['items[0].modifiers[0].name required']],
    [{ modifiers: [{ name: 'x', price: '1', unitPrice: 5 }] }, ['items[0].modifiers[0].price not_allowed']],
    [{ modifiers: [{ name: '', unitPrice: 5 }] }, ['items[0].modifiers[0].name too_short']],
    [{ modifiers: [{ name: 'x' }] }, ['items[0].modifiers[0].unitPrice required']],
    [{ modifiers: [{ name: 'x', unitPrice: -301 }] }, ['items[0].modifiers out_of_range']],
    [{ modifiers: [{ name: 'x', unitPrice: 1, quantity: '2' }] }, ['items[0].modifiers[0].quantity invalid_type']],
    [{ unitPrice: undefined, lineTotal: 5, modifiers: [] }, ['items[0].modifiers not_allowed']],
    [{ unitPrice: undefined, modifiers: [{ name: 'x', unitPrice: 5 }] }, ['items[0].unitPrice required']],
    [
      { unitPrice: undefined, modifiers: [{ name: 5, unitPrice: 5 }] },
      ['items[0].unitPrice required', 'items[0].modifiers[0].name invalid_type'],
    ],
  ])('are refused: %j', (line, codes) => {
    expect(said(priced({ unitPrice: 300, ...line }))).toEqual(codes);
  });

  it('may bring the price to 0', () => {
    const { document, issues } = priced({ unitPrice: 300, modifiers: [{ name: 'free', unitPrice: -300 }] });
    expect(issues).toEqual([]);
    expect(document.items[0]).toMatchObject({ unitPrice: 0, amount: 0 });
  });

  it('leave the line without a price if one of them is invalid', () => {
    const modifiers = [{ name: 'oat milk', unitPrice: 50 }, { unitPrice: 5 }];
    const { document } = priced({ price: '3.00', modifiers });
    expect(document.items[0]).not.toHaveProperty('unitPrice');
    expect(document.items[0]).not.toHaveProperty('amount');
  });
});

describe('the taxes of a line', () => {
  const US = { ...NET, taxJurisdictions: true, tax: { ...NET.tax!, lineTolerance: 'perJurisdiction' as const } };
  const net = { tax: { scheme: 'UK_VAT', pricesIncludeTax: false } };
  const CHICAGO = [
    { level: 'state', name: 'Illinois', rate: 6.25 },
    { level: 'county', name: 'Cook', rate: 1.75 },
    { level: 'city', name: 'Chicago', rate: 1.25 },
    { level: 'district', name: 'RTA', rate: 1 },
  ];
  const run = (items: object[], more: object = {}) =>
    withDocument(complete(shopOf(US), frozen({ ...draftOf([], { ...net, ...more }), items } as Draft)));
  const goods = { name: 'Goods', unitPrice: 1999 };

  it("add up to the line's rate, and by jurisdiction to the document's tax", () => {
    const food = [CHICAGO[0]!, { ...CHICAGO[3]!, rate: 1.25 }].map((tax, i) => ({ ...tax, rate: [1, 1.25][i]! }));
    const items = [
      { ...goods, taxes: CHICAGO },
      { name: 'Bread', unitPrice: 450, taxes: food },
      { name: 'Gift card', unitPrice: 5000, taxes: [], taxCategory: 'O' },
    ];
    const { issues, warnings, document } = run(items, { charges: [{ name: 'Shipping', amount: 999 }], tip: 300 });
    expect([...issues, ...warnings]).toEqual([]);
    expect(document.items.map(({ taxRate }) => taxRate)).toEqual([10.25, 2.25, 0, 10.25, 2.25, 0]);
    const { jurisdictions = [] } = document.tax;
    expect(jurisdictions.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(document.totals.tax);
    expect(jurisdictions.map(({ name, rate }) => `${name} ${rate}`)).toEqual([
      'Illinois 6.25',
      'Cook 1.75',
      'Chicago 1.25',
      'RTA 1',
      'Illinois 1',
      'RTA 1.25',
    ]);
  });

  it('keep their stated amounts', () => {
    const taxes = [
      { level: 'state', name: 'Ohio', rate: 5.75, amount: 116 },
      { level: 'county', name: 'Clay', rate: 1.5, amount: 29 },
    ];
    const { document } = run([{ ...goods, taxes }]);
    expect(document.items[0]!.taxAmount).toBe(145);
    expect(document.tax.jurisdictions!.map(({ taxAmount }) => taxAmount)).toEqual([116, 29]);
  });

  it.each<[string, readonly object[], readonly number[]]>([
    ['the same, with another amount', [{ level: 'state', name: 'Ohio', rate: 5, amount: 100 }], [400]],
    ['of another level', [{ level: 'city', name: 'Ohio', rate: 5 }], [200, 200]],
    ['of another name', [{ level: 'state', name: 'Utah', rate: 5 }], [200, 200]],
    ['of another rate', [{ level: 'state', name: 'Ohio', rate: 6 }], [200, 200]],
    [
      'of one more authority',
      [
        { level: 'state', name: 'Ohio', rate: 5 },
        { name: 'x', rate: 0 },
      ],
      [200, 200],
    ],
  ])('divide a charge between the lines with different taxes: %s', (_, taxes, amounts) => {
    const items = [
      { ...goods, unitPrice: 2000, taxes: [{ level: 'state', name: 'Ohio', rate: 5 }] },
      { ...goods, unitPrice: 2000, taxes },
    ];
    const { document } = run(items, { charges: [{ name: 'Shipping', amount: 400 }] });
    expect(document.items.slice(2).map(({ amount }) => amount)).toEqual(amounts);
  });

  it('may have a stated sum, even if they do not state their amounts', () => {
    const { document, issues } = run([{ ...goods, taxes: CHICAGO, taxAmount: 204 }]);
    expect(issues).toEqual([]);
    expect(document.items[0]!.taxAmount).toBe(204);
    expect(document.tax.jurisdictions!.map(({ taxAmount }) => taxAmount)).toEqual([124, 35, 25, 20]);
  });

  it('of 0 % are 0 for each jurisdiction', () => {
    const taxes = ['Ohio', 'Clay'].map((name) => ({ level: 'state', name, rate: 0 }));
    const { document } = run([{ ...goods, taxes, taxCategory: 'Z' }]);
    expect(document.tax.jurisdictions!.map(({ taxAmount }) => taxAmount)).toEqual([0, 0]);
  });

  it.each<[object, string[]]>([
    [{ key: 'a', taxCategory: 'S' }, ['items[0].taxRate required']],
    [{ taxes: {} }, ['items[0].taxes invalid_type']],
    [{ taxes: [{ name: 'x' }] }, ['items[0].taxes[0].rate required']],
    [{ taxes: [{ rate: 5 }] }, ['items[0].taxes[0].name required']],
    [{ taxes: [{ name: 'x', rate: -1 }] }, ['items[0].taxes[0].rate out_of_range']],
    [{ taxes: [{ name: 'x', rate: 5, level: 'moon' }] }, ['items[0].taxes[0].level invalid_value']],
    [{ taxes: [{ name: 'x', rate: 5, level: 5 }] }, ['items[0].taxes[0].level invalid_type']],
    [{ taxes: [{ name: 5, rate: 5 }] }, ['items[0].taxes[0].name invalid_type']],
    [{ taxes: [{ name: '', rate: 5 }] }, ['items[0].taxes[0].name too_short']],
    [{ taxes: [{ name: 'x', rate: 5, amount: 0.5 }] }, ['items[0].taxes[0].amount invalid_type']],
    [{ taxes: [{ name: 'x', rate: 5, amount: 2 ** 53 }] }, ['items[0].taxes[0].amount out_of_range']],
    [{ taxes: [null] }, ['items[0].taxes[0].name required', 'items[0].taxes[0].rate required']],
    [{ taxes: [{ name: 'x', rate: 5, sum: 1 }] }, ['items[0].taxes[0].sum unknown_field']],
    [{ taxes: CHICAGO, taxRate: 10 }, ['items[0].taxRate sum_mismatch']],
    [{ taxes: [{ name: 'x', rate: 5, amount: 100 }], taxAmount: 99 }, ['items[0].taxAmount sum_mismatch']],
    [{ taxes: [] }, ['items[0].taxCategory required']],
  ])('are refused: %j', (line, codes) => {
    expect(said(run([{ ...goods, ...line }]))).toEqual(codes);
  });

  it('must not be combined with totals by jurisdiction', () => {
    const tax = { ...net.tax, jurisdictions: [{ level: 'state', name: 'Ohio', rate: 5, taxAmount: 1 }] };
    expect(said(run([{ ...goods, taxes: CHICAGO }], { tax }))).toEqual(['tax.jurisdictions not_allowed']);
  });

  it('are suggested if the rate is a floating-point sum', () => {
    const { valid, warnings } = run([{ ...goods, taxRate: 10.350000000000001 }]);
    expect(valid).toBe(true);
    expect(warnings.map(({ field, code }) => `${field} ${code}`)).toEqual(['items[0].taxRate rate_unusual']);
  });
});

describe('shares', () => {
  const goods = { unitPrice: 1000 };
  const card = { name: 'Gift card', unitPrice: 5000, taxRate: 0, taxCategory: 'O' };
  const run = (more: object, items: object[] = [{ name: 'Goods', taxRate: 20, ...goods }, card]) =>
    withDocument(complete(shopOf(), frozen({ ...draftOf([], more), items } as Draft)));
  const amounts = (more: object, items?: object[]) => run(more, items).document.items.map(({ amount }) => amount);

  it('of discounts exclude lines outside the scope of the tax, unless selected or the only lines', () => {
    expect(amounts({ discounts: [{ percent: 10 }] })).toEqual([900, 5000]);
    expect(amounts({ discounts: [{ percent: 10, lines: [1] }] })).toEqual([1000, 4500]);
    expect(amounts({ discounts: [{ percent: 10 }] }, [card])).toEqual([4500]);
  });

  it('of charges are percentages of the goods after discounts', () => {
    const charges = [{ name: 'Service', percent: 12.5 }];
    expect(amounts({ charges, discounts: [{ amount: 200 }], tip: 100 })).toEqual([800, 5000, 100, 100]);
  });

  it('of charges with a rate become one line', () => {
    const charges = [{ name: 'Shipping', amount: 490, taxRate: 5, taxAmount: 23 }];
    const { document, valid } = run({ charges });
    expect(valid).toBe(true);
    expect(document.items[2]).toMatchObject({ amount: 490, taxRate: 5, taxCategory: 'S', taxAmount: 23 });
  });

  it("of a percentage never exceed the line's amount", () => {
    const items = [{ name: 'Ribbon', quantity: 0.5, unitPrice: 5, taxRate: 20, discount: { percent: 100 } }];
    const { document, valid } = run({}, items);
    expect(valid).toBe(true);
    expect(document.items[0]!.discount).toEqual({ amount: 2 });
    expect(document.items[0]!.amount).toBeGreaterThanOrEqual(0);
  });

  it.each<[object, string[]]>([
    [{ percent: 5, amount: 5 }, ['charges[0].percent not_allowed']],
    [{ percent: 101 }, ['charges[0].percent out_of_range']],
    [{ amount: 5, taxRate: '5' }, ['charges[0].taxRate invalid_type']],
    [{ amount: 5, taxRate: 0 }, ['charges[0].taxCategory required']],
    [{ amount: 5, taxRate: 5, taxCategory: 'X' }, ['charges[0].taxCategory invalid_value']],
    [{ amount: 5, taxCategory: 'S' }, ['charges[0].taxCategory not_allowed']],
    [{ amount: 5, taxAmount: 1 }, ['charges[0].taxAmount not_allowed']],
    [{ amount: 5, taxes: [{ rate: 5 }] }, ['charges[0].taxes[0].name required']],
    [{ amount: 5, key: '' }, ['charges[0].key too_short']],
  ])('of charges are rejected: %j', (charge, codes) => {
    expect(said(run({ charges: [{ name: 'Shipping', ...charge }] }))).toEqual(codes);
  });
});

describe('returned bottles', () => {
  const bottles = { name: 'Bottle', quantity: -36, unitPrice: 25, taxRate: 20 };
  const milk = { name: 'Milk', unitPrice: 119, taxRate: 20 };
  const run = (items: object[], more: object = {}) =>
    withDocument(complete(shopOf(), { ...draftOf([], more), items } as unknown as Draft));

  it('become negative lines in a sale, or require an exchange if they exceed the goods', () => {
    expect(run([{ ...milk, quantity: 9 }, bottles]).document.totals.total).toBe(171);
    expect(said(run([milk, bottles]))).toEqual(['totals.total out_of_range']);
    const back = run([milk, bottles], linked);
    expect(back.valid).toBe(true);
    expect(back.document.totals.total).toBe(-781);
  });
});

describe('recomputing', () => {
  it('keeps jurisdiction taxes that the library cannot compute', () => {
    const law = { ...NET, taxJurisdictions: true };
    const jurisdictions = [{ level: 'state', name: 'Ohio', rate: 5.75, taxAmount: 58 }];
    const draft = draftOf([{ name: 'Goods', unitPrice: 1000, taxRate: 7.25 }], {
      tax: { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions },
    });
    const { document, issues } = withDocument(complete(shopOf(law), frozen(draft), { recompute: true }));
    expect(issues).toEqual([]);
    expect(document.tax.jurisdictions).toEqual(jurisdictions);
  });
});
