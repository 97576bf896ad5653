import { createRegistry, defineReceiptPack, ratesOn, type LineItem, type RateRow } from 'receipt-rule-packs';
import { applyCauses, diagnose, UsageError, type Operation } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { isTable } from '../../src/law/rates-on';
import { SEED } from '../support/numbers';
import { changed } from '../support/changes';
import { usageError } from '../support/usage-error';
import { drawDocument } from './support/broken';
import { norway, registry, VALID } from './support/norway';

function codesOf(document: unknown, shop = norway): string[] {
  return diagnose(shop, document).causes.map(({ code }) => code);
}

describe('a valid document', () => {
  it('has no cause', () => {
    const diagnosis = diagnose(norway, VALID);
    expect(diagnosis).toMatchObject({ causes: [], validations: 1, stopped: false, shop: norway });
    expect(diagnosis.document).toBe(VALID);
    expect(diagnosis.result.valid).toBe(true);
  });

  it('is complete after one validation, but for its warnings', () => {
    expect(diagnose(norway, VALID, { maxValidations: 1 }).stopped).toBe(false);
    // 8400 × 15 ÷ 115 = 1095.65: a tax of 1099 is off by 3.
    const document = changed(VALID, [
      { set: 'items[0].taxAmount', value: 1099 },
      { set: 'tax.summary[0]', value: { rate: 15, category: 'S', taxableAmount: 7301, taxAmount: 1099 } },
      { set: 'totals.tax', value: 27079 },
    ]);
    const { causes, result, stopped } = diagnose(norway, document, { maxValidations: 1 });
    expect(causes).toMatchObject([{ code: 'open', lines: 1, explains: [{ severity: 'warning' }] }]);
    expect({ valid: result.valid, stopped }).toEqual({ valid: true, stopped: true });
  });
});

describe('a repair', () => {
  it('shares unchanged parts with the original', () => {
    const document = { ...VALID, totals: { ...VALID.totals, total: 138400 } };
    const { causes, document: repaired } = diagnose(norway, document);
    expect(causes).toMatchObject([
      {
        code: 'total',
        field: 'totals.total',
        lines: 0,
        changes: [{ op: 'replace', path: '/totals/total', value: 138300 }],
      },
    ]);
    expect((repaired as typeof document).items).toBe(document.items);
    expect((applyCauses(document, causes) as typeof document).items).toBe(document.items);
  });

  it('that changes many lines is one cause', () => {
    const items = Array.from({ length: 200 }, (_, i) => ({ ...VALID.items[0], name: `Bolle ${i}`, taxAmount: 1260 }));
    const figures = { taxableAmount: 200 * 7304, taxAmount: 200 * 1096 };
    const document = {
      ...VALID,
      items,
      tax: { ...VALID.tax, summary: [{ rate: 15, category: 'S', ...figures }] },
      totals: { subtotal: 1680000, discount: 0, tax: figures.taxAmount, total: 1680000 },
    };
    const { causes, validations, result } = diagnose(norway, document);
    expect(causes).toMatchObject([{ code: 'tax_of_gross', lines: 200 }]);
    expect(result.valid).toBe(true);
    expect(validations).toBeLessThanOrEqual(60);
  });

  it.each([2, 7])('of several lines leaves out a line that has another mistake: beside %i others', (others) => {
    const [bun] = VALID.items;
    const forOne = { ...bun, amount: 4200 };
    const count = others + 1;
    const document = {
      ...VALID,
      items: [...Array.from({ length: others }, () => forOne), { ...bun, quantity: 3 }],
      tax: {
        ...VALID.tax,
        summary: [{ rate: 15, category: 'S', taxableAmount: count * 7304, taxAmount: count * 1096 }],
      },
      totals: { subtotal: count * 8400, discount: 0, tax: count * 1096, total: count * 8400 },
    };
    const { causes, document: repaired } = diagnose(norway, document);
    expect(causes.map(({ code, lines }) => [code, lines])).toEqual([
      ['line_amount', others],
      ['line_input', 1],
    ]);
    expect(repaired).toMatchObject({ items: Array.from({ length: count }, () => bun) });
  });

  it("keeps a changed line's product tax class", () => {
    const classes = new Map<LineItem, string>();
    const unknown: LineItem[] = [];
    const [bun, sweater] = VALID.items;
    const wrong = { ...bun, quantity: 3, taxAmount: 1260 };
    classes.set(wrong, 'food').set(sweater, 'clothes');
    const productTaxClass = (item: LineItem): string | undefined => {
      if (!classes.has(item)) unknown.push(item);
      return classes.get(item) === 'food' ? 'food' : undefined;
    };
    const shop = registry.shop({ country: 'NO' }, { rateWindows: 'enforce', productTaxClass });
    const { causes, result } = diagnose(shop, { ...VALID, items: [wrong, sweater] });
    expect(causes.map(({ code }) => code)).toEqual(['tax_of_gross', 'line_input']);
    expect(result.valid).toBe(true);
    expect(unknown).toEqual([]);
  });

  it('of a local time offers both offsets if the hour occurs twice, and none if the hour does not occur', () => {
    const twice = diagnose(norway, { ...VALID, timestamp: '2026-10-25T02:30:00' }).causes;
    expect(twice).toMatchObject([{ code: 'offset_missing', confidence: 'choose' }]);
    expect(twice[0]!.options!.map(({ changes: [change] }) => change)).toMatchObject([
      { value: '2026-10-25T02:30:00+02:00' },
      { value: '2026-10-25T02:30:00+01:00' },
    ]);
    expect(codesOf({ ...VALID, timestamp: '2026-03-29T02:30:00' })).toEqual(['open']);
  });

  it.each([
    ['contado', 'cash'],
    ['Comptant', 'cash'],
    ['Carte bancaire', 'card'],
    ['karta płatnicza', 'card'],
    ['Bankkártya', 'card'],
    ['MobilPay', 'mobile'],
    ['Prevod', 'transfer'],
    ['Gavekort', 'other'],
  ])('of a payment method that tills write is the value in the schema: %s', (method, value) => {
    const [cause] = diagnose(norway, { ...VALID, payment: { method } }).causes;
    expect(cause).toMatchObject({ code: 'word', changes: [{ value }], confidence: 'likely' });
  });

  it('never invents values that only the sender knows', () => {
    const { receiptNumber: _, ...document } = VALID;
    const { causes, stopped, validations } = diagnose(norway, document);
    expect(validations).toBe(1);
    expect(causes).toMatchObject([
      {
        code: 'open',
        field: 'receiptNumber',
        lines: 0,
        changes: [],
        confidence: 'choose',
        explains: [{ code: 'required' }],
      },
    ]);
    expect(causes[0]!.leaves).toEqual([]);
    expect(stopped).toBe(false);
    const { items: _items, ...empty } = VALID;
    expect(diagnose(norway, empty).causes).toMatchObject([{ code: 'open', field: 'items', lines: 0 }]);
    const nameless = VALID.items.map(({ name: _name, ...item }) => item);
    const { causes: names } = diagnose(norway, { ...VALID, items: nameless });
    expect(names.map(({ field, lines, explains }) => [field, lines, explains.map((issue) => issue.field)])).toEqual([
      ['items[0].name', 2, ['items[0].name', 'items[1].name']],
    ]);
  });

  it('computes the figures from the lines if many are wrong', () => {
    const document = changed(VALID, [
      { set: 'items[0].taxAmount', value: 500 },
      { set: 'items[1].taxAmount', value: 100 },
      { set: 'tax.summary[0].taxAmount', value: 77 },
      { set: 'tax.summary[1].taxableAmount', value: 1234 },
      { set: 'totals', value: { subtotal: 5, discount: 0, tax: 3, total: 999999 } },
    ]);
    const { causes, document: repaired } = diagnose(norway, document);
    expect(causes.map(({ code, confidence, lines }) => [code, confidence, lines])).toEqual([
      ['recompute', 'likely', 2],
    ]);
    expect(repaired).toEqual(VALID);
  });

  it('computes the totals if there are none', () => {
    const { totals, ...document } = VALID;
    const { causes, document: repaired } = diagnose(norway, document);
    expect(causes).toMatchObject([
      { code: 'recompute', confidence: 'likely', changes: [{ op: 'add', path: '/totals', value: totals }] },
    ]);
    expect(repaired).toEqual(VALID);
  });

  it('never contains card numbers', () => {
    const number = '4111111111111111';
    const { causes } = diagnose(norway, { ...VALID, payment: { method: 'card', last4: number } });
    expect(causes.map(({ code }) => code)).toEqual(['last4']);
    expect(causes[0]!.confidence).toBe('certain');
    const { issues } = norway.validate({ ...VALID, payment: { method: 'card', last4: number } });
    expect(JSON.stringify([causes, issues])).not.toContain(number);
  });
});

/** A valid document with many lines and two rates. */
function long(lines: number) {
  const items = Array.from({ length: lines }, (_, i) => {
    const [quantity, unitPrice, taxRate] = [1 + (i % 4), 1000 + 37 * (i % 50), i % 3 === 0 ? 15 : 25];
    const amount = quantity * unitPrice;
    const taxAmount = Math.round((amount * taxRate) / (100 + taxRate));
    return { name: `Vare ${i}`, quantity, unitPrice, amount, taxRate, taxCategory: 'S', taxAmount };
  });
  const sum = (part: typeof items, name: 'amount' | 'taxAmount'): number =>
    part.reduce((total, item) => total + item[name], 0);
  const summary = [15, 25].flatMap((rate) => {
    const part = items.filter(({ taxRate }) => taxRate === rate);
    const taxAmount = sum(part, 'taxAmount');
    const entry = { rate, category: 'S', taxableAmount: sum(part, 'amount') - taxAmount, taxAmount };
    return part.length === 0 ? [] : [entry];
  });
  const subtotal = sum(items, 'amount');
  const totals = { subtotal, discount: 0, tax: sum(items, 'taxAmount'), total: subtotal };
  return { ...VALID, items, tax: { ...VALID.tax, summary }, totals };
}

type Long = ReturnType<typeof long>;

function withLines(document: Long, lines: Readonly<Record<number, object>>): object {
  return { ...document, items: document.items.map((item, i) => ({ ...item, ...lines[i] })) };
}

/** What each operation writes, by path. */
const writtenBy = ({ changes }: { readonly changes: readonly Operation[] }): Record<string, unknown> =>
  Object.fromEntries(changes.map((change) => [change.path, change.op === 'remove' ? undefined : change.value]));

describe('confidence', () => {
  it('is likely for a wrong scheme, and certain for a missing scheme', () => {
    const confidenceOf = (scheme: unknown) =>
      diagnose(norway, { ...VALID, tax: { ...VALID.tax, scheme } }, { countries: false }).causes.map(
        ({ code, confidence }) => [code, confidence],
      );
    expect(confidenceOf('SE_MOMS')).toEqual([['scheme', 'likely']]);
    expect(confidenceOf(5)).toEqual([['scheme', 'likely']]);
    expect(confidenceOf(undefined)).toEqual([['scheme', 'certain']]);
  });

  it.each([
    ['kr', 'certain'],
    ['nok', 'certain'],
    [' NOK ', 'certain'],
    ['Kroner', 'certain'],
    ['eur', 'likely'],
    ['EUR ', 'likely'],
    ['€', 'likely'],
    ['$', 'likely'],
    [' £ ', 'likely'],
  ])('is likely for a currency in a form that names another currency: %j is %s', (currency, confidence) => {
    const { causes } = diagnose(norway, { ...VALID, currency });
    expect(causes).toMatchObject([{ code: 'currency_form', confidence, changes: [{ value: 'NOK' }] }]);
  });

  it('is certain for the sign of the currency', () => {
    const document = { ...VALID, currency: '€', tax: { ...VALID.tax, scheme: 'EU_VAT' } };
    const [cause] = diagnose(registry.shop({ country: 'DE' }), document).causes;
    expect(cause).toMatchObject({ code: 'currency_form', confidence: 'certain', changes: [{ value: 'EUR' }] });
  });

  it('is `choose` for a category at rate 0', () => {
    const [bun] = VALID.items;
    const items = [{ ...bun, taxRate: 0, taxAmount: 0, taxCategory: 'S' }];
    const summary = [{ rate: 0, category: 'S', taxableAmount: 8400, taxAmount: 0 }];
    const totals = { subtotal: 8400, discount: 0, tax: 0, total: 8400 };
    const [cause] = diagnose(norway, { ...VALID, items, tax: { ...VALID.tax, summary }, totals }).causes;
    expect(cause).toMatchObject({ code: 'category', confidence: 'choose' });
    const values = cause!.options!.map(({ changes: [change] }) => (change as { readonly value: unknown }).value);
    expect(values.sort()).toEqual(['E', 'O', 'Z']);
  });

  // A refund, void, credit note or exchange also needs a linked transaction.
  it.each<[name: string, change: object, code: string, path: string, fits: string[], others: string[]]>([
    ['a word', { type: 'xyz' }, 'word', '/type', ['sale'], ['refund', 'void', 'credit_note', 'exchange']],
    // Cash would have to state its rounding.
    ['a method', { payment: {} }, 'default', '/payment/method', ['card', 'mobile', 'transfer', 'other'], ['cash']],
  ])('is `choose` for a guess, among all values of the field: %s', (_, change, code, path, fits, others) => {
    const { causes, result } = diagnose(norway, { ...VALID, ...change });
    expect(causes).toMatchObject([{ code, confidence: 'choose' }]);
    const values = causes[0]!.options!.map(writtenBy).map((written) => written[path]);
    expect(values.slice(0, fits.length).sort()).toEqual([...fits].sort());
    expect(values.slice(fits.length).sort()).toEqual([...others].sort());
    expect(fits).toContain(writtenBy(causes[0]!)[path]);
    expect(result.valid).toBe(true);
  });

  it('is likely if leaving the field out fits nearly as well, and certain if the schema requires it', () => {
    const confidenceOf = (path: string) =>
      diagnose(norway, changed(VALID, [{ set: path, value: 5 }])).causes.map(({ code, confidence }) => [
        code,
        confidence,
      ]);
    expect(confidenceOf('items[0].sku')).toEqual([['type_of_value', 'likely']]);
    expect(confidenceOf('items[0].name')).toEqual([['type_of_value', 'certain']]);
  });

  it('is `choose` if two repairs fit equally well', () => {
    const { causes } = diagnose(norway, changed(VALID, [{ set: 'items[0].quantity', value: -2 }]));
    expect(causes).toMatchObject([{ code: 'line_input', confidence: 'choose' }]);
    expect(causes[0]!.options!.map(({ changes }) => changes)).toEqual([
      [{ op: 'replace', path: '/items/0/quantity', value: 2 }],
      [{ op: 'replace', path: '/items/0/unitPrice', value: -4200 }],
    ]);
  });

  it('is not lowered by the repair of another mistake', () => {
    const document = changed(VALID, [
      { set: 'settled', value: 'true' },
      { set: 'totals.discount', value: 5 },
      { set: 'receiptNumber', value: 12 },
    ]);
    const { causes } = diagnose(norway, document);
    expect(causes.map(({ code }) => code).sort()).toEqual(['total', 'type_of_value', 'type_of_value']);
    for (const { confidence, options } of causes) expect([confidence, options]).toEqual(['certain', undefined]);
  });

  it('is not given to a price times 100 if the amount does not match', () => {
    const [, sweater] = VALID.items;
    const document = { ...VALID, items: [VALID.items[0], { ...sweater, amount: 129901 }] };
    const options = diagnose(norway, document).causes.flatMap((cause) => cause.options ?? []);
    const prices = options.flatMap(({ changes }) => changes).filter(({ path }) => path.endsWith('unitPrice'));
    expect(prices.map((change) => 'value' in change && change.value)).not.toContain(12990000);
  });
});

describe('a rejected rate', () => {
  const [bun, sweater] = VALID.items;
  const [food, general] = VALID.tax.summary;

  it('is fixed before the figures that depend on the rate', () => {
    const items = [{ ...bun, taxRate: 20, taxAmount: 1680 }, bun, sweater];
    const entry = { ...food, taxableAmount: 2 * 7304, taxAmount: 2 * 1096 };
    const totals = { subtotal: 146700, discount: 0, tax: 28172, total: 146800 };
    const document = { ...VALID, items, tax: { ...VALID.tax, summary: [entry, general] }, totals };
    const { causes, document: repaired } = diagnose(norway, document);
    expect(causes.map(({ code, changes }) => [code, changes])).toEqual([
      ['rate_of_line', [{ op: 'replace', path: '/items/0/taxRate', value: 15 }]],
      ['line_tax', [{ op: 'replace', path: '/items/0/taxAmount', value: 1096 }]],
      ['total', [{ op: 'replace', path: '/totals/total', value: 146700 }]],
    ]);
    expect(repaired).toMatchObject({ items: [bun, bun, sweater] });
  });

  it('is not written to the summary', () => {
    const document = { ...VALID, items: [bun, { ...sweater, taxRate: 20 }], tax: { ...VALID.tax, summary: [food] } };
    const { causes } = diagnose(norway, document);
    expect(causes.map(({ code }) => code)).toEqual(['rate_of_line', 'summary']);
    expect(causes[1]).toMatchObject({
      field: 'tax.summary',
      lines: 0,
      changes: [{ op: 'add', path: '/tax/summary/-', value: general }],
    });
  });

  const rated = (rate: number) => {
    const taxAmount = Math.round((129900 * rate) / (100 + rate));
    const entry = { rate, category: 'S', taxableAmount: 129900 - taxAmount, taxAmount };
    return {
      ...VALID,
      items: [bun, { ...sweater, taxRate: rate, taxAmount }],
      tax: { ...VALID.tax, summary: [food, entry] },
      totals: { ...VALID.totals, tax: 1096 + taxAmount },
    };
  };

  it('is a choice between all rates in force on the day if nothing else is known', () => {
    const [cause] = diagnose(norway, rated(20)).causes;
    expect(cause).toMatchObject({ code: 'rate_of_line', confidence: 'choose' });
    const rates = cause!.options!.map(
      ({ changes }) => changes.find(({ path }) => path === '/items/1/taxRate') as { readonly value: number },
    );
    expect(rates.map(({ value }) => value).sort((a, b) => b - a)).toEqual([25, 15, 12, 11.11, 0]);
    expect(cause!.title).toContain('21 Nov 2026');
    expect(cause!.title).toContain('15 (food)');
  });

  it('is a choice between twelve rates at most', () => {
    const { law } = packs.find(({ country }) => country === 'NO')!;
    const rows = Array.from({ length: 14 }, (_, i) => ({ rate: 2 + i, enforce: true, citation: 'Fictional' }));
    const shop = createRegistry([defineReceiptPack({ ...law, rates: rows })]).shop({ country: 'NO' });
    const [cause] = diagnose(shop, rated(20), { countries: false }).causes;
    expect(cause).toMatchObject({ code: 'rate_of_line', confidence: 'choose' });
    expect(cause!.options).toHaveLength(12);
  });

  it('is replaced if the goods have a single rate on the day, and the line joins the entry for that rate', () => {
    const shop = registry.shop(
      { country: 'NO' },
      { rateWindows: 'enforce', productTaxClass: ({ name }) => (name === 'Bolle' ? 'food' : undefined) },
    );
    const taxAmount = 900;
    const lines = [{ ...bun, taxRate: 12, taxAmount }, bun, sweater];
    const entry = { rate: 12, category: 'S', taxableAmount: 7500, taxAmount };
    const document = {
      ...VALID,
      items: lines,
      tax: { ...VALID.tax, summary: [food, general, entry] },
      totals: { subtotal: 146700, discount: 0, tax: 27976, total: 146700 },
    };
    const { causes, document: repaired } = diagnose(shop, document);
    expect(causes).toMatchObject([{ code: 'rate_of_line', confidence: 'certain' }]);
    expect(causes[0]!.changes).toContainEqual({ op: 'remove', path: '/tax/summary/2' });
    expect(repaired).toMatchObject({
      items: [bun, bun, sweater],
      tax: { summary: [{ rate: 15, taxableAmount: 2 * 7304, taxAmount: 2 * 1096 }, general] },
      totals: { tax: 28172, total: 146700 },
    });
  });

  it('from earlier years is reported with its dates and source', () => {
    const guessed = diagnose(norway, rated(8)).causes;
    expect(guessed[0]!.why).toContain('31 Dec 2015');
    const proven = diagnose(norway, { ...VALID, items: [bun, { ...sweater, taxRate: 8 }] }).causes;
    expect(proven.map(({ code }) => code)).toEqual(['rate_of_line']);
    expect(proven[0]!.why).toContain('31 Dec 2015');
    expect(proven[0]!.why).toContain('21 Nov 2026');
  });

  const DAYS = ['2020-09-15', '2024-06-30', '2026-11-21'];
  it.each(packs.filter(({ law }) => isTable(law.rates)).map((pack) => [pack.country, pack] as const))(
    'lists exactly the rates in force on the day, %s',
    (country, pack) => {
      const law = pack.law;
      const classes = (law.rates as readonly RateRow[]).map(({ productTaxClass }) => productTaxClass);
      const shop = createRegistry(packs).shop({ country }, { rateWindows: 'enforce' });
      for (const day of DAYS) {
        const held = new Set([
          0,
          ...[undefined, ...classes].flatMap((one) => ratesOn(law, day, one).map(({ rate }) => rate)),
        ]);
        const drawn = drawDocument(pack, SEED);
        for (const item of drawn.items) item.taxRate = 99;
        const { causes } = diagnose(
          shop,
          { ...drawn, timestamp: day + drawn.timestamp.slice(10) },
          { countries: false },
        );
        const printed = causes.flatMap(({ code, title, why }) => {
          if (code !== 'rate_of_line') return [];
          const list =
            /^99 is not a rate of .*: (.*)\.$/.exec(title)?.[1] ??
            /^99 is not a rate of [^:]*: (.*?)\.(?: |$)/.exec(why)?.[1];
          return list === undefined
            ? []
            : [
                list
                  .replace(/ \([^)]*\)/g, '')
                  .split(', ')
                  .map(Number),
              ];
        });
        expect(printed.length).toBeGreaterThan(0);
        for (const rates of printed) expect(new Set(rates)).toEqual(held);
      }
    },
  );
});

describe('many lines', () => {
  const document = long(200);
  const { items } = document;
  const FIVE: readonly Readonly<Record<number, object>>[] = [
    {
      10: { taxAmount: items[10]!.taxAmount + 500 },
      50: { unitPrice: items[50]!.unitPrice + 7 },
      51: { quantity: items[51]!.quantity + 1 },
      99: { amount: items[99]!.unitPrice },
      150: { taxRate: 25 },
    },
    {
      3: { taxAmount: items[3]!.taxAmount + 500 },
      43: { unitPrice: items[43]!.unitPrice / 10 },
      44: { taxCategory: 'Z' },
      80: { quantity: 9 },
      120: { discount: { amount: 100 } },
    },
    {
      3: { taxAmount: items[3]!.taxAmount + 500 },
      63: { unitPrice: items[63]!.unitPrice + 70 },
      84: { quantity: items[84]!.quantity + 2 },
      120: { amount: items[120]!.amount + 300 },
      199: { taxRate: 12 },
    },
    {
      5: { unitPrice: items[5]!.unitPrice / 100 },
      17: { quantity: String(items[17]!.quantity) },
      84: { quantity: undefined, qty: items[84]!.quantity },
      120: { taxCategory: undefined },
      199: { taxAmount: items[199]!.taxAmount + 600 },
    },
  ];
  it.each(FIVE)('with five different mistakes have five causes, %#', (lines) => {
    const broken = JSON.parse(JSON.stringify(withLines(document, lines))) as object;
    const { causes, document: repaired, result } = diagnose(norway, broken);
    expect(causes).toHaveLength(5);
    expect(causes.map((cause) => cause.lines)).toEqual([1, 1, 1, 1, 1]);
    expect(result.valid).toBe(true);
    expect(repaired).toEqual(document);
  });

  it('are counted and named by their index', () => {
    const twelve = long(12);
    const onGross = (i: number): object => {
      const { amount, taxRate } = twelve.items[i]!;
      return { taxAmount: Math.round((amount * taxRate) / 100) };
    };
    const { causes } = diagnose(norway, withLines(twelve, { 10: onGross(10), 11: onGross(11) }));
    expect(causes).toMatchObject([{ code: 'tax_of_gross', field: 'items[10].taxAmount', lines: 2 }]);
  });

  const ONE_MISTAKE: Readonly<Record<string, (document: Long) => object>> = {
    tax_of_gross: (whole) => ({
      ...whole,
      items: whole.items.map((item) => ({ ...item, taxAmount: Math.round((item.amount * item.taxRate) / 100) })),
    }),
    prices_flag: (whole) => ({ ...whole, tax: { ...whole.tax, pricesIncludeTax: false } }),
    rates_as_fractions: (whole) => ({
      ...whole,
      items: whole.items.map((item) => ({ ...item, taxRate: item.taxRate / 100 })),
    }),
    minor_units: (whole) => ({
      ...whole,
      items: whole.items.map((item) => ({ ...item, unitPrice: item.unitPrice / 100 })),
    }),
    numbers_as_text: (whole) => ({
      ...whole,
      items: whole.items.map((item) => ({ ...item, quantity: String(item.quantity) })),
    }),
    category: (whole) => ({ ...whole, items: whole.items.map(({ taxCategory: _, ...item }) => item) }),
    field_renamed: (whole) => ({
      ...whole,
      items: whole.items.map(({ quantity, ...item }) => ({ ...item, qty: quantity })),
    }),
    unknown_field: (whole) => ({ ...whole, items: whole.items.map((item) => ({ ...item, colour: 'red' })) }),
  };
  const sizes = [10, 100, 1000];
  it.each(Object.keys(ONE_MISTAKE).flatMap((code) => sizes.map((size) => [code, size] as const)))(
    'with the mistake %s on all %i lines have one cause',
    (code, size) => {
      const whole = long(size);
      const { causes, document: repaired, validations } = diagnose(norway, ONE_MISTAKE[code]!(whole));
      expect(causes.map((cause) => cause.code)).toEqual([code]);
      expect(repaired).toEqual(whole);
      expect(validations).toBeLessThanOrEqual(60);
    },
  );
});

describe('the cause for a wrong line', () => {
  const [bolle, genser] = VALID.items;

  it('changes the quantity if a whole number fits', () => {
    const [cause] = diagnose(norway, { ...VALID, items: [{ ...bolle, quantity: 3 }, genser] }).causes;
    expect(cause).toMatchObject({ code: 'line_input', field: 'items[0].quantity' });
    expect(writtenBy(cause!)).toEqual({ '/items/0/quantity': 2 });
  });

  it('changes the unit price if no whole quantity fits', () => {
    const [cause] = diagnose(norway, { ...VALID, items: [{ ...bolle, unitPrice: 4207 }, genser] }).causes;
    expect(cause).toMatchObject({ code: 'line_input', field: 'items[0].unitPrice' });
    expect(writtenBy(cause!)).toEqual({ '/items/0/unitPrice': 4200 });
  });

  it('never suggests a quantity of 0 first', () => {
    const items = [{ ...bolle, quantity: 3, amount: 0, taxAmount: 0 }, genser];
    const document = {
      ...VALID,
      items,
      tax: {
        ...VALID.tax,
        summary: [{ ...VALID.tax.summary[0], taxableAmount: 0, taxAmount: 0 }, VALID.tax.summary[1]],
      },
      totals: { subtotal: 129900, discount: 0, tax: 25980, total: 129900 },
    };
    const [cause] = diagnose(norway, document).causes;
    expect(writtenBy(cause!)).not.toHaveProperty('/items/0/quantity');
  });

  it.each([299200, 299300])('changes the amount to whole forints: %i', (amount) => {
    const taxAmount = Math.round((amount * 27) / 127);
    const hungary = registry.shop({ country: 'HU' });
    const line = { name: 'Alma', quantity: 2, unitPrice: 149607, amount, taxRate: 27, taxCategory: 'S', taxAmount };
    const document = {
      ...VALID,
      currency: 'HUF',
      items: [{ ...line, amount: 149607 }],
      tax: {
        scheme: 'EU_VAT',
        pricesIncludeTax: true,
        summary: [{ rate: 27, category: 'S', taxableAmount: amount - taxAmount, taxAmount }],
      },
      totals: { subtotal: amount, discount: 0, tax: taxAmount, total: amount },
    };
    const { causes, result } = diagnose(hungary, document);
    expect(result.valid).toBe(true);
    expect(causes.map(writtenBy)).toEqual([{ '/items/0/amount': amount }]);
  });

  it('changes the rate to that of the entry that lacks the line, even if the tax is wrong too', () => {
    const items = [{ ...bolle, taxRate: 25, taxAmount: 1500 }, genser];
    const { causes, document } = diagnose(norway, { ...VALID, items });
    expect(causes.map(({ code }) => code)).toEqual(['rate_of_line']);
    expect(document).toEqual(VALID);
  });
});

describe("another country's scheme", () => {
  it('is repaired before the rates that the scheme hides', () => {
    const { tax, items } = VALID;
    const summary = tax.summary.map((entry) => ({ ...entry, rate: entry.rate / 100 }));
    const document = {
      ...VALID,
      items: items.map((item) => ({ ...item, taxRate: item.taxRate / 100 })),
      tax: { ...tax, scheme: 'UK_VAT', summary },
    };
    const { causes, document: repaired } = diagnose(norway, document);
    expect(causes).toMatchObject([{ code: 'scheme', confidence: 'likely' }, { code: 'rates_as_fractions' }]);
    expect(repaired).toEqual(VALID);
  });

  it('may be corrected to the scheme for a sale abroad', () => {
    const shop = registry.shop({ country: 'SE' });
    const document = {
      ...VALID,
      currency: 'SEK',
      channel: 'ecommerce',
      customer: { country: 'DE' },
      items: [{ ...VALID.items[1], taxRate: 19, taxAmount: 20740 }],
      tax: {
        ...VALID.tax,
        summary: [{ rate: 19, category: 'S', taxableAmount: 109160, taxAmount: 20740 }],
      },
      totals: { subtotal: 129900, discount: 0, tax: 20740, total: 129900 },
    };
    const [cause] = diagnose(shop, document, { countries: false }).causes;
    expect(writtenBy(cause!)).toEqual({ '/tax/scheme': 'EU_VAT' });
  });
});

describe('an unknown field', () => {
  const optionsOf = (document: object): readonly (readonly Operation[])[] | undefined =>
    diagnose(norway, document).causes[0]!.options?.map(({ changes }) => changes);
  const moved = (document: object): unknown => applyCauses(document, [{ changes: optionsOf(document)![1]! }]);

  it.each([
    [{ ...VALID, table: 7 }, { table: 7 }],
    [{ ...VALID, '--': 7 }, { '--': 7 }],
    [{ ...VALID, payment: { ...VALID.payment, tip: 500 } }, { payment: { tip: 500 } }],
    [{ ...VALID, payment: { ...VALID.payment, fiscal: 'x' } }, { payment: { fiscal: 'x' } }],
    [
      { ...VALID, metadata: { till: 1 }, vendor: { ...VALID.vendor, floor: { level: 2 } } },
      { till: 1, vendor: { floor: { level: 2 } } },
    ],
    [
      { ...VALID, items: VALID.items.map((item, i) => ({ ...item, colour: `red ${i}` })) },
      { items: [{ colour: 'red 0' }, { colour: 'red 1' }] },
    ],
    [{ ...VALID, items: [VALID.items[0], { ...VALID.items[1], colour: 'red' }] }, { items: [{}, { colour: 'red' }] }],
  ])('may move to metadata, %#', (document, metadata) => {
    const { causes, document: repaired } = diagnose(norway, document);
    expect(causes).toMatchObject([{ code: 'unknown_field', confidence: 'certain' }]);
    expect(causes[0]!.options![0]!.changes).toEqual(causes[0]!.changes);
    expect(moved(document)).toEqual({ ...(repaired as object), metadata });
    expect(norway.validate(moved(document)).valid).toBe(true);
  });

  it('is one cause for each object that contains it', () => {
    const { causes, result } = diagnose(norway, {
      ...VALID,
      colour: 'red',
      payment: { ...VALID.payment, colour: 'red' },
    });
    expect(causes.map(({ code, field }) => [code, field]).sort()).toEqual([
      ['unknown_field', 'colour'],
      ['unknown_field', 'payment.colour'],
    ]);
    expect(result.valid).toBe(true);
  });

  const nested = (depth: number): object => (depth === 0 ? {} : { in: nested(depth - 1) });
  it.each([
    ['that the service sets', { ...VALID, id: 'txn_1' }],
    ['that the service sets in an object', { ...VALID, vendor: { ...VALID.vendor, legalName: 'Butikk AS' } }],
    ['of schema 2.0', { ...VALID, fiscal: { controlCode: '1' } }],
    ['that is another spelling of a field next to it', { ...VALID, payment: { method: 'card', Method: 'card' } }],
    ['that metadata has', { ...VALID, table: 7, metadata: { table: 8 } }],
    ['next to metadata that is not an object', { ...VALID, table: 7, metadata: 'none' }],
    ['too deep for metadata', { ...VALID, table: nested(200) }],
    ['with a number that JSON cannot express', { ...VALID, table: Infinity }],
    ['with a card number', { ...VALID, payment: { ...VALID.payment, pan: '4111 1111 1111 1111' } }],
  ])('%s is removed, without another option', (_, document) => {
    const cause = diagnose(norway, document).causes.find(({ code }) => code === 'unknown_field');
    expect(cause).toMatchObject({ code: 'unknown_field', lines: 0 });
    expect(cause).not.toHaveProperty('options');
  });
});

describe('a field under another name', () => {
  it('has one cause, whatever other fields the lines have', () => {
    const items = VALID.items.map(({ quantity, ...item }, i) => ({
      ...item,
      qty: quantity,
      ...(i === 0 && { sku: '1' }),
    }));
    const { causes, result } = diagnose(norway, { ...VALID, items });
    expect(causes).toMatchObject([{ code: 'field_renamed', field: 'items[0].qty', lines: 2 }]);
    expect(result.valid).toBe(true);
  });

  it('has two causes if lines have the correct field too', () => {
    const items = [
      { ...VALID.items[0], qty: 2 },
      { ...VALID.items[1], quantity: undefined, qty: 1 },
    ];
    const document = JSON.parse(JSON.stringify({ ...VALID, items })) as object;
    const { causes, result } = diagnose(norway, document);
    expect(causes.map(({ code }) => code).sort()).toEqual(['field_renamed', 'unknown_field']);
    expect(result.valid).toBe(true);
  });
});

describe('the name of a field', () => {
  const causesOf = (document: object): unknown[] =>
    diagnose(norway, document).causes.map(({ code, confidence, field, changes }) => [code, confidence, field, changes]);
  const moved = (from: string, to: string, value: unknown): Operation[] => [
    { op: 'remove', path: from },
    { op: 'add', path: to, value },
  ];
  const { receiptNumber, vendor, ...rest } = VALID;

  it('is certain in another spelling, and likely if it is another name', () => {
    const renamed = (confidence: string, name: string): unknown[] => [
      ['field_renamed', confidence, name, moved(`/${name}`, '/receiptNumber', receiptNumber)],
    ];
    expect(causesOf({ ...rest, vendor, receipt_number: receiptNumber })).toEqual(renamed('certain', 'receipt_number'));
    expect(causesOf({ ...rest, vendor, receiptNo: receiptNumber })).toEqual(renamed('likely', 'receiptNo'));
  });

  it('is repaired in an object that has another name too', () => {
    expect(causesOf({ ...rest, receiptNumber, Vendor: { ID: 'biz_1' } })).toEqual([
      ['field_renamed', 'certain', 'Vendor', moved('/Vendor', '/vendor', { ID: 'biz_1' })],
      ['field_renamed', 'certain', 'vendor.ID', moved('/vendor/ID', '/vendor/id', 'biz_1')],
    ]);
  });

  it('of the last digits of a card takes those only', () => {
    expect(causesOf({ ...VALID, payment: { method: 'card', Last4: '4111 1111 1111 2222' } })).toEqual([
      ['field_renamed', 'certain', 'payment.Last4', moved('/payment/Last4', '/payment/last4', '2222')],
    ]);
  });

  it('of the last digits of a card keeps a value that has no digits', () => {
    expect(causesOf({ ...VALID, payment: { method: 'card', Last4: true } })[0]).toEqual([
      'field_renamed',
      'certain',
      'payment.Last4',
      moved('/payment/Last4', '/payment/last4', true),
    ]);
  });

  it.each([0, 1])('of a card number on line %i is never one in metadata', (line) => {
    const items = VALID.items.map((item, i) => ({ ...item, pan: i === line ? '4111 1111 1111 1111' : 'none' }));
    const [cause] = diagnose(norway, { ...VALID, items }).causes;
    expect(cause).toMatchObject({ code: 'unknown_field', lines: 2 });
    expect(cause).not.toHaveProperty('options');
  });
});

describe('a card number', () => {
  const NUMBER = '4111111111111111';
  it.each([
    { payment: { method: `VISA ${NUMBER}` } },
    { payment: { method: NUMBER } },
    { payment: { method: 'card', last4: NUMBER } },
    { payment: { method: 'card', last4: Number(NUMBER) } },
    { payment: { method: 'card', Last4: NUMBER } },
    { payment: { method: 'card', last_4: Number(NUMBER) } },
    { payment: { method: 'card', pan: NUMBER } },
    { tax: { ...VALID.tax, scheme: NUMBER } },
  ])('does not appear in any cause, %#', (change) => {
    const { causes } = diagnose(norway, { ...VALID, ...change });
    expect(causes.length).toBeGreaterThan(0);
    expect(JSON.stringify(causes)).not.toContain(NUMBER);
  });
});

describe('a correction without a type', () => {
  it('is a choice of types', () => {
    const { type: _, ...document } = { ...VALID, linkedTransaction: { originalTransactionId: 'txn_1' } };
    const [cause] = diagnose(norway, document).causes;
    expect(cause).toMatchObject({ code: 'default', field: 'type', confidence: 'choose' });
    const values = cause!.options!.map(({ changes: [change] }) => (change as { readonly value: unknown }).value);
    expect(values).toEqual(expect.arrayContaining(['refund', 'credit_note', 'exchange']));
    expect(values).not.toContain('sale');
  });
});

describe('another country', () => {
  it('is a cause, and the diagnosis is for a shop in that country', () => {
    const { causes, shop, result } = diagnose(registry.shop({ country: 'SE' }), {
      ...VALID,
      profileId: 'se-receipt-1',
    });
    expect(causes).toMatchObject([{ code: 'country', country: 'NO', confidence: 'certain', field: '' }]);
    expect(causes[0]!.changes).toEqual([{ op: 'remove', path: '/profileId' }]);
    expect(shop.pack?.country).toBe('NO');
    expect(result.valid).toBe(true);
  });

  it('is a choice if the document states a profile, and both laws allow the document', () => {
    const euros = {
      ...VALID,
      timestamp: '2026-11-21T14:32:10+01:00',
      currency: 'EUR',
      items: [{ ...VALID.items[1], taxRate: 21, amount: 12100, unitPrice: 12100, taxAmount: 2100 }],
      tax: {
        scheme: 'EU_VAT',
        pricesIncludeTax: true,
        summary: [{ rate: 21, category: 'S', taxableAmount: 10000, taxAmount: 2100 }],
      },
      totals: { subtotal: 12100, discount: 0, tax: 2100, total: 12100 },
      profileId: 'es-receipt-1',
    };
    const { causes, shop } = diagnose(registry.shop({ country: 'BE' }), euros);
    expect(causes).toMatchObject([{ code: 'profile_id', confidence: 'choose' }]);
    expect(causes[0]!.options!.map(({ country }) => country)).toEqual([undefined, 'ES']);
    expect(shop.pack?.country).toBe('BE');
    const leftOut = [{ op: 'remove', path: '/profileId' }];
    expect(causes[0]!.options!.map(({ changes }) => changes)).toEqual([leftOut, []]);
    const alone = diagnose(registry.shop({ country: 'BE' }), euros, { countries: false }).causes;
    expect(alone).toMatchObject([{ code: 'profile_id', confidence: 'certain' }]);
  });

  it('is not a cause if countries is false', () => {
    const { causes, shop } = diagnose(registry.shop({ country: 'SE' }), VALID, { countries: false });
    expect(causes.map(({ country }) => country)).not.toContain('NO');
    expect(shop.pack?.country).toBe('SE');
  });

  it('is found for a business without a pack', () => {
    const country = 'XX'.padEnd(2);
    expect(diagnose(registry.shop({ country }), VALID).shop.pack?.country).toBe('NO');
  });
});

describe('options', () => {
  it("accept the caller's result", () => {
    const document = { ...VALID, totals: { ...VALID.totals, total: 138400 } };
    const without = diagnose(norway, document);
    const given = diagnose(norway, document, { result: norway.validate(document) });
    expect(given).toEqual({ ...without, validations: without.validations - 1 });
  });

  it('judge a correction by the rates on the day of its original', () => {
    const entry = { rate: 16, category: 'S', taxableAmount: 10000, taxAmount: 1600 };
    const refund = {
      ...VALID,
      type: 'refund',
      timestamp: '2021-03-10T12:00:00+01:00',
      currency: 'EUR',
      linkedTransaction: { originalTransactionId: 'txn_1' },
      items: [{ ...VALID.items[1], unitPrice: 11600, amount: 11600, taxRate: 16, taxAmount: 1600 }],
      tax: { scheme: 'EU_VAT', pricesIncludeTax: true, summary: [entry] },
      totals: { subtotal: 11600, discount: 0, tax: 1600, total: 11700 },
    };
    const shop = registry.shop({ country: 'DE' }, { rateWindows: 'enforce' });
    const codesFor = (timestamp: string): string[] =>
      diagnose(shop, refund, { original: { timestamp }, countries: false }).causes.map(({ code }) => code);
    // Germany had a rate of 16 % from July to December 2020.
    expect(codesFor('2020-12-20T12:00:00+01:00')).toEqual(['total']);
    expect(codesFor('2021-02-20T12:00:00+01:00')).toEqual(['total', 'rate_of_line']);
  });

  it('accept a result with repeated keys, which stay unexplained', () => {
    const text = JSON.stringify(VALID).replace('"settled":true', '"settled":true,"settled":true');
    const result = norway.validateJson(text);
    expect(diagnose(norway, JSON.parse(text), { result }).causes).toMatchObject([
      { code: 'open', explains: [{ field: 'settled', code: 'duplicate_key' }] },
    ]);
  });

  it('accept a result with repeated keys and other issues, which are diagnosed', () => {
    const text = JSON.stringify({ ...VALID, receiptNumber: 12 }).replace(
      '"settled":true',
      '"settled":true,"settled":true',
    );
    const result = norway.validateJson(text);
    const { causes } = diagnose(norway, JSON.parse(text), { result });
    expect(causes.map(({ code, field }) => [code, field])).toEqual([
      ['open', 'settled'],
      ['type_of_value', 'receiptNumber'],
    ]);
  });

  it('accept a result with repeated keys and unknown fields, which are removed', () => {
    const text = JSON.stringify({ ...VALID, colour: 'red' }).replace('"settled":true', '"settled":true,"settled":true');
    const { causes } = diagnose(norway, JSON.parse(text), { result: norway.validateJson(text) });
    expect(causes.map(({ code, field }) => [code, field])).toEqual([
      ['open', 'settled'],
      ['unknown_field', 'colour'],
    ]);
  });

  it('limit the validations, and leave the rest unexplained', () => {
    const document = { ...VALID, timestamp: 'now', totals: { ...VALID.totals, total: 138400 } };
    const { causes, validations, stopped } = diagnose(norway, document, { maxValidations: 1 });
    expect({ validations, stopped }).toEqual({ validations: 1, stopped: true });
    expect(new Set(causes.map(({ code }) => code))).toEqual(new Set(['open']));
  });

  const [, sweater] = VALID.items;
  const [, general] = VALID.tax.summary;
  it.each<[name: string, country: string, document: object]>([
    [
      'unknown fields in several places',
      'NO',
      { ...VALID, colour: 'red', vendor: { ...VALID.vendor, floor: 2 }, payment: { ...VALID.payment, tip: 1 } },
    ],
    [
      'a rate of several other countries: 129900 × 20 ÷ 120',
      'DE',
      {
        ...VALID,
        currency: 'EUR',
        items: [{ ...sweater, taxRate: 20, taxAmount: 21650 }],
        tax: {
          scheme: 'EU_VAT',
          pricesIncludeTax: true,
          summary: [{ ...general, rate: 20, taxableAmount: 108250, taxAmount: 21650 }],
        },
        totals: { subtotal: 129900, discount: 0, tax: 21650, total: 129900 },
      },
    ],
    [
      'several wrong figures',
      'NO',
      changed(VALID, [
        { set: 'items[0].quantity', value: 3 },
        { set: 'totals.tax', value: 5 },
      ]) as object,
    ],
  ])('limit the validations of a document with %s', (_, country, document) => {
    const shop = registry.shop({ country });
    const { validations: all } = diagnose(shop, document);
    for (let maxValidations = 1; maxValidations < all; maxValidations++) {
      expect(diagnose(shop, document, { maxValidations }).validations).toBeLessThanOrEqual(maxValidations);
    }
  });

  it.each([
    [{ countrys: true }, 'unknown_option', 'options.countrys'],
    [{ countries: 'NO' }, 'invalid_option', 'options.countries'],
    [{ maxValidations: 0 }, 'invalid_option', 'options.maxValidations'],
    [{ result: {} }, 'invalid_option', 'options.result'],
    [{ result: { valid: true, issues: [] } }, 'invalid_option', 'options.result'],
    [{ result: { valid: true, warnings: [] } }, 'invalid_option', 'options.result'],
    [{ result: { issues: [], warnings: [] } }, 'invalid_option', 'options.result'],
    [{ original: '2026-11-21' }, 'invalid_option', 'options.original'],
    [[], 'invalid_argument', 'options'],
  ] as const)('must not be %j', (options, code, argument) => {
    expect(() => diagnose(norway, VALID, options as never)).toThrow(usageError(code, argument));
  });

  it('are refused for a wrapper of a shop without its registry', () => {
    for (const other of [undefined, {}]) {
      expect(() => diagnose({ ...norway, registry: other } as never, VALID)).toThrow(
        usageError('invalid_argument', 'shop'),
      );
    }
  });

  it.each([undefined, null, {}, registry, 'NO'])('are refused without a shop: %j', (shop) => {
    expect(() => diagnose(shop as never, VALID)).toThrow(UsageError);
  });
});

describe('unreadable documents', () => {
  const throws = {
    get items(): unknown {
      throw new Error('no');
    },
  };
  const cyclic: Record<string, unknown> = { ...VALID };
  cyclic.metadata = { cyclic };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  const unreadable: readonly (() => unknown)[] = [
    () => undefined,
    () => null,
    () => 1,
    () => 'text',
    () => 1n,
    () => [],
    () => throws,
    () => revoked.proxy,
  ];
  it.each(unreadable)('are unexplained, %#', (document) => {
    const { causes, result } = diagnose(norway, document());
    expect(result.valid).toBe(false);
    expect(causes).toMatchObject([{ code: 'open', field: '', changes: [], explains: [], leaves: [] }]);
  });

  it('are repaired if only one field has a circular reference', () => {
    const { causes, result } = diagnose(norway, cyclic);
    expect(causes).toMatchObject([{ code: 'not_allowed', field: 'metadata' }]);
    expect(result.valid).toBe(true);
  });
});

describe('applyCauses', () => {
  it('applies changes in order', () => {
    const changes = [
      { op: 'add', path: '/list/-', value: 3 },
      { op: 'remove', path: '/list/0', value: 'ignored' },
      { op: 'replace', path: '/a~1b', value: null },
      { op: 'add', path: '/__proto__', value: 1 },
    ] as const;
    const document = { list: [1, 2], 'a/b': true };
    const applied = applyCauses(document, [{ changes: changes.slice(0, 2) }, { changes: changes.slice(2) }]);
    expect(JSON.stringify(applied)).toBe('{"list":[2,3],"a/b":null,"__proto__":1}');
    expect(document).toEqual({ list: [1, 2], 'a/b': true });
  });

  it.each([
    [undefined],
    [[undefined]],
    [[{ changes: [{ op: 'remove', path: '/absent' }] }]],
    [[{ changes: [{ op: 'replace', path: '/list/9', value: 1 }] }]],
    [[{ changes: [{ op: 'add', path: '/absent/deep', value: 1 }] }]],
    [[{ changes: [{ op: 'replace', path: '', value: 1 }] }]],
    [[{ changes: [{ op: 'replace', path: 'list', value: 1 }] }]],
    [[{ changes: [{ op: 'add', path: '/none/deep', value: 1 }] }]],
    [[{ changes: [null] }]],
  ])('throws a UsageError for %j', (causes) => {
    expect(() => applyCauses({ list: [1], none: null }, causes as never)).toThrow(
      usageError('invalid_argument', 'causes'),
    );
  });
});
