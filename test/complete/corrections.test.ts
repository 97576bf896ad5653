import { describe, expect, it } from 'vitest';
import {
  createRegistry,
  defineReceiptPack,
  UsageError,
  type Issue,
  type ReadPattern,
  type Transaction,
} from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createExchange,
  createRefund,
  createReturn,
  createVoid,
  refundableBalance,
  type Completion,
  type CreditNoteInput,
  type DraftLine,
  type RefundLines,
} from 'receipt-rule-packs/complete';
import { defined, ROW } from '../support/own-pack';
import { draftOf, frozen, inputOf } from './support/drafts';
import { lawOf, NET, QM, roundingRow, shopOf } from './support/laws';
import { balanceFaults, balanceOf, withDocument } from './support/results';

const shop = shopOf();
const MUGS: DraftLine = {
  name: 'Mug',
  sku: 'mug',
  unitPrice: 10000,
  quantity: 3,
  taxRate: 25,
  discount: { amount: 1000, description: 'Offer' },
  category: 'kitchen',
};
const CHEESE: DraftLine = { name: 'Cheese', unit: 'kg', unitPrice: 18900, quantity: 0.485, taxRate: 6 };
const sold = (items: readonly DraftLine[], more: object = {}, of = shop): Transaction => {
  const { document, issues } = withDocument(complete(of, draftOf(items, more)));
  expect(issues).toEqual([]);
  return frozen(document);
};
const SALE = sold([MUGS, CHEESE]);
const said = ({ issues, warnings }: Pick<Completion, 'issues' | 'warnings'>) =>
  [...issues, ...warnings].map(({ field, code }) => `${field} ${code}`);
const refund = (lines: RefundLines, more: object = {}, sale: unknown = SALE, of = shop) =>
  withDocument(createRefund(of, inputOf(sale as Transaction, { lines, ...more })));
const exchange = (input: object, sale: Transaction = SALE, of = shop) =>
  withDocument(createExchange(of, inputOf(sale, input) as never));
const voided = (more: object = {}) => withDocument(createVoid(shop, inputOf(SALE, more)));
/** The values of `found` and `expected` in each issue, if present. */
const detailsOf = (list: readonly Issue[]) =>
  list.map((issue) => ['found', 'expected'].filter((key) => key in issue).map((key) => issue[key as 'found']));
const codes = (list: readonly { field: string; code: string }[]) => list.map(({ field, code }) => `${field} ${code}`);

describe('createRefund', () => {
  it("copies the sale's data, and takes the rest from the input", () => {
    const result = refund([{ line: 0, quantity: 1 }], {
      reason: 'returned',
      note: 'Chipped',
      payment: { method: 'mobile' },
      metadata: { till: 3 },
    });
    expect(said(result)).toEqual([]);
    expect(result.document).toEqual({
      type: 'refund',
      settled: true,
      receiptNumber: '2',
      timestamp: '2026-11-22T10:00:00+01:00',
      currency: 'EUR',
      metadata: { till: 3 },
      vendor: { id: 'biz_1' },
      items: [
        {
          name: 'Mug',
          sku: 'mug',
          category: 'kitchen',
          unitPrice: 10000,
          quantity: 1,
          amount: 9667,
          taxRate: 25,
          taxCategory: 'S',
          taxAmount: 1933,
          discount: { amount: 333, description: 'Offer' },
        },
      ],
      tax: {
        scheme: 'UK_VAT',
        pricesIncludeTax: true,
        summary: [{ rate: 25, category: 'S', taxableAmount: 7734, taxAmount: 1933 }],
      },
      totals: { subtotal: 9667, discount: 333, tax: 1933, total: 9667 },
      payment: { method: 'mobile' },
      source: { platform: 'test', externalId: '2' },
      linkedTransaction: { originalTransactionId: 'txn_1', reason: 'returned', note: 'Chipped' },
    });
  });

  it('refunds a line of three pieces one by one, but not a fourth', () => {
    const given: Transaction[] = [];
    for (let i = 0; i < 3; i++) {
      const result = refund([{ line: 0, quantity: 1 }], { priorCorrections: frozen([...given]) });
      expect(said(result)).toEqual([]);
      given.push(result.document);
    }
    expect(given.map(({ items: [item] }) => item!.amount)).toEqual([9667, 9666, 9667]);
    const fourth = refund([{ line: 0, quantity: 1 }], { priorCorrections: given });
    expect(said(fourth)).toEqual(['lines[0].quantity over_refund']);
    expect(fourth.issues[0]).toMatchObject({ found: 1, expected: 0 });
    // There is nothing to sign.
    expect(fourth.document.items).toEqual([]);
    expect(fourth.document.totals).toBeUndefined();
  });

  it('refunds everything that is left, or what is left of one line', () => {
    const first = refund([{ line: 0, quantity: 2 }]).document;
    expect(refund('all', { priorCorrections: [first] }).document.totals.total).toBe(
      SALE.totals.total - first.totals.total,
    );
    expect(refund([{ line: 0 }], { priorCorrections: [first] }).document.items[0]).toMatchObject({
      quantity: 1,
      amount: 9667,
    });
    const rest = refund('all', { priorCorrections: [first] }).document;
    expect(said(refund('all', { priorCorrections: [first, rest] }))).toEqual(['lines over_refund']);
  });

  it('adds up pieces that one call lists twice', () => {
    expect(
      refund([
        { line: 0, quantity: 1 },
        { line: 0, quantity: 2 },
      ]).document.items.map(({ amount }) => amount),
    ).toEqual([9667, 19333]);
    expect(
      said(
        refund([
          { line: 0, quantity: 2 },
          { line: 0, quantity: 2 },
        ]),
      ),
    ).toEqual(['lines[1].quantity over_refund']);
  });

  it('refunds weighed goods as a whole, in parts that add up, or by amount', () => {
    expect(refund([{ line: 1 }]).document.items[0]).toMatchObject({ quantity: 0.485, amount: 9167, taxAmount: 519 });
    const some = refund([{ line: 1, quantity: 0.2 }]);
    expect(said(some)).toEqual([]);
    expect(some.document.items[0]).toMatchObject({ quantity: 0.2, amount: 3780, taxAmount: 214 });
    const others = refund([{ line: 1 }], { priorCorrections: [some.document] });
    expect(said(others)).toEqual([]);
    expect(others.document.items[0]).toMatchObject({ quantity: 0.285, amount: 5387, taxAmount: 305 });
    const tooMuch = refund([{ line: 1, quantity: 0.286 }], { priorCorrections: [some.document] });
    expect(said(tooMuch)).toEqual(['lines[0].quantity over_refund']);
    expect(detailsOf(tooMuch.issues)).toEqual([[0.286, 0.285]]);
    const part = refund([{ line: 1, amount: 5000 }]);
    expect(said(part)).toEqual([]);
    expect(part.document.items[0]).toEqual({
      name: 'Cheese',
      quantity: 1,
      unitPrice: 5000,
      amount: 5000,
      taxRate: 6,
      taxCategory: 'S',
      taxAmount: 283,
    });
    // 9167 − 5000 is left at this rate, along with its tax.
    const more = refund([{ line: 1, amount: 4168 }], { priorCorrections: [part.document] });
    expect(said(more)).toEqual(['lines[0].amount over_refund']);
    const rest = refund([{ line: 1, amount: 4167 }], { priorCorrections: [part.document] }).document;
    expect(rest.totals.tax).toBe(519 - 283);
    expect(said(refund([{ line: 1, amount: 9168 }]))).toEqual(['lines[0].amount over_refund']);
    expect(said(refund([{ line: 1 }], { priorCorrections: [refund([{ line: 1 }]).document] }))).toEqual([
      'lines[0].quantity over_refund',
    ]);
  });

  it('treats identical lines as one', () => {
    const sale = sold([
      { ...MUGS, quantity: 1, discount: undefined },
      { ...MUGS, quantity: 1, discount: undefined },
      { ...CHEESE },
      { ...CHEESE, quantity: 0.2 },
    ]);
    const one = refund([{ line: 1 }], {}, sale).document;
    expect(balanceOf(sale, [one]).lines.map(({ quantity }) => quantity)).toEqual([1, 0, 0.485, 0.2]);
    expect(said(refund([{ line: 0 }], { priorCorrections: [one] }, sale))).toEqual([]);
    expect(said(refund([{ line: 0 }, { line: 1 }], { priorCorrections: [one] }, sale))).toEqual([
      'lines[1].quantity over_refund',
    ]);
    const small = refund([{ line: 3 }], {}, sale).document;
    expect(balanceOf(sale, [small]).lines.map(({ quantity }) => quantity)).toEqual([1, 1, 0.485, 0]);
    expect(said(refund([{ line: 3 }], { priorCorrections: [small] }, sale))).toEqual(['lines[0].quantity over_refund']);
  });

  it.each([
    ['a line that does not exist', [{ line: 2 }], 'lines[0].line line_not_found', [2]],
    ['a line given by its name', [{ line: 'Mug' }], 'lines[0].line line_not_found', ['Mug']],
    ['a line number given as text', [{ line: '0' }], 'lines[0].line line_not_found', ['0']],
    ['an amount of a line that does not exist', [{ line: 2, amount: 5 }], 'lines[0].line line_not_found', [2]],
    ['a quantity of 0', [{ line: 0, quantity: 0 }], 'lines[0].quantity out_of_range', [0]],
    ['half a piece', [{ line: 0, quantity: 0.5 }], 'lines[0].quantity invalid_value', [0.5, 3]],
    ['more than the weight sold', [{ line: 1, quantity: 0.486 }], 'lines[0].quantity over_refund', [0.486, 0.485]],
    [
      'a quantity with more decimals than the sale has',
      [{ line: 1, quantity: 1e-13 }],
      'lines[0].quantity invalid_value',
      [1e-13, 0.485],
    ],
    ['one piece too many', [{ line: 0, quantity: 4 }], 'lines[0].quantity over_refund', [4, 3]],
    ['a quantity given as text', [{ line: 0, quantity: '1' }], 'lines[0].quantity invalid_type', ['1']],
    ['null, which would mean the whole line', [{ line: 0, quantity: null }], 'lines[0].quantity invalid_type', [null]],
    [
      'a misspelled quantity, which would otherwise refund the whole line',
      [{ line: 0, qty: 1 }],
      'lines[0].qty unknown_field',
      [],
    ],
    ['both a quantity and an amount', [{ line: 0, quantity: 1, amount: 5 }], 'lines[0].amount not_allowed', []],
    ['only the tax of a line', [{ line: 0, taxAmount: 5800 }], 'lines[0].taxAmount unknown_field', [5800]],
    ['a negative amount', [{ line: 0, amount: -5 }], 'lines[0].amount out_of_range', [-5]],
    ["more than the line's amount", [{ line: 1, amount: 9168 }], 'lines[0].amount over_refund', [9168, 9167]],
    ['something that is not a refund line', [null], 'lines[0].line line_not_found', []],
    ['something that is not a list', 'some', 'lines invalid_type', ['some']],
    ['an empty list', [], 'lines too_few_items', []],
  ])('refuses %s', (_, take, expected, details) => {
    const result = refund(take as never);
    expect(said(result)).toEqual([expected]);
    expect(!result.valid && result.error.code).toBe('validation_failed');
    expect(result.filled).toEqual([]);
    expect(detailsOf(result.issues)).toEqual([details]);
  });

  it.each([
    ['null', null, ['sale not_refundable']],
    ['text', 'sale', ['sale not_refundable']],
    ['a completion', { valid: true, transaction: SALE }, ['sale not_refundable']],
    ['a sale without lines', { ...SALE, items: undefined }, ['sale not_refundable']],
    [
      'a sale with a price as text',
      { ...SALE, items: [{ ...SALE.items[0], unitPrice: '5' }] },
      ['sale not_refundable'],
    ],
    ['a refund', { ...SALE, type: 'refund' }, ['sale.type not_refundable']],
    ['a different sale', { ...SALE, id: 'txn_2' }, ['originalTransactionId original_mismatch']],
  ])('refuses %s in place of the sale', (_, sale, expected) => {
    expect(said(refund('all', {}, sale))).toEqual(expected);
  });

  it('rejects prior corrections of another sale, and documents that are not corrections', () => {
    const one = refund([{ line: 0, quantity: 1 }]).document;
    const stored = { ...SALE, id: 'txn_1' };
    const other = {
      ...one,
      vendor: { id: 'biz_2' },
      currency: 'SEK',
      linkedTransaction: { originalTransactionId: 'txn_9' },
    };
    const result = refund([{ line: 0 }], { priorCorrections: [other, SALE] }, stored);
    expect(said(result)).toEqual([
      'priorCorrections[0].linkedTransaction.originalTransactionId original_mismatch',
      'priorCorrections[0].vendor.id original_mismatch',
      'priorCorrections[0].currency original_mismatch',
      'priorCorrections[1].type original_mismatch',
    ]);
    expect(detailsOf(result.issues)).toEqual([
      ['txn_9', 'txn_1'],
      ['biz_2', 'biz_1'],
      ['SEK', 'EUR'],
      ['sale', ['refund', 'credit_note', 'void', 'exchange']],
    ]);
    // If prior corrections are not documents, only that is reported, whatever else is wrong.
    const alone = refund(
      [{ line: 9 }],
      { priorCorrections: [other, null as never, 5, SALE], receiptNumber: 5 },
      stored,
    );
    expect(said(alone)).toEqual(['priorCorrections[1] not_computable', 'priorCorrections[2] not_computable']);
    expect(detailsOf(alone.issues)).toEqual([[null], [5]]);
    expect(alone.document).toBeUndefined();
  });

  it('also reports missing fields in the same result', () => {
    const result = refund([{ line: 5 }], { receiptNumber: undefined });
    expect(said(result)).toEqual(['lines[0].line line_not_found', 'receiptNumber required']);
  });

  it.each<[string, object, object, string[]]>([
    ["the sale's scheme", { tax: { ...SALE.tax, scheme: 'XX' } }, {}, ['sale.tax.scheme invalid_value']],
    ["the sale's currency", { currency: 'USD' }, {}, ['sale.currency currency_not_allowed']],
    ["the sale's payment", { payment: { method: 'gold' } }, {}, ['sale.payment.method invalid_value']],
    ["the sale's customer", { customer: { country: 5 } }, {}, ['sale.customer.country invalid_type']],
    ["the sale's locale", { locale: 5 }, {}, ['sale.locale invalid_type']],
    ["the sale's channel", { channel: 5 }, {}, ['sale.channel invalid_type']],
    ['the payment', {}, { payment: { method: 'gold' } }, ['payment.method invalid_value']],
    ['the customer', {}, { customer: { country: 5 } }, ['customer.country invalid_type']],
    ['the locale', {}, { locale: 5 }, ['locale invalid_type']],
    ['the channel', {}, { channel: 5 }, ['channel invalid_type']],
    ['the reason', {}, { reason: 5 }, ['reason invalid_type']],
    ['the note', {}, { note: 5 }, ['note invalid_type']],
  ])('reports a mistake where the caller can correct it: %s', (_, of, more, expected) => {
    expect(said(refund('all', more, { ...SALE, ...of }))).toEqual(expected);
  });

  it('keeps the customer, the channel and the language of the sale', () => {
    const of = { customer: { name: 'Ada' }, channel: 'online', locale: 'sv-SE' };
    expect(refund('all', {}, { ...SALE, ...of }).document).toMatchObject(of);
  });

  it.each([
    [{ lines: [{ line: 8 }, { line: 9 }] }, 'lines[0].line line_not_found'],
    [{ receiptNumber: 5, timestamp: 5 }, 'receiptNumber invalid_type'],
    [{ priorCorrections: [5, 6] }, 'priorCorrections[0] not_computable'],
  ])('returns no more issues than the shop allows: %j', (more, expected) => {
    const brief = shopOf({}, { maxIssues: 1 });
    expect(said(createRefund(brief, { ...inputOf(SALE, { lines: 'all' }), ...more } as never))).toEqual([expected]);
  });

  it('rejects a misspelled input field', () => {
    expect(said(refund('all', { recieptNumber: '3' }))).toEqual(['recieptNumber unknown_field']);
    expect(said(refund('all', { amount: 5 }))).toEqual(['amount unknown_field']);
  });

  it('rounds cash like the sale', () => {
    const cash = shopOf({ cashRounding: [roundingRow({ increment: 100 })] });
    const sale = sold(
      [{ ...MUGS, quantity: 1, unitPrice: 10150, discount: undefined }],
      { payment: { method: 'cash' } },
      cash,
    );
    expect(refund('all', {}, sale, cash).document.totals).toEqual(sale.totals);
  });

  it('refunds the goods that an exchange sold, not those that were returned in it', () => {
    const { document: changed } = exchange({
      returned: [{ line: 0, quantity: 1 }],
      sold: [{ name: 'Bowl', unitPrice: 15000, taxRate: 25 }],
    });
    expect(said(refund([{ line: 0 }], {}, changed))).toEqual(['lines[0].line not_refundable']);
    const result = refund('all', {}, changed);
    expect(said(result)).toEqual([]);
    expect(result.document.totals.total).toBe(15000);
  });

  it('splits the tax between jurisdictions like the sale', () => {
    const us = shopOf({ ...NET, taxJurisdictions: true });
    const jurisdictions = [
      { level: 'state' as const, name: 'NY', rate: 4 },
      { level: 'city' as const, name: 'NYC', rate: 4.5 },
    ];
    const sale = sold(
      [{ ...MUGS, taxRate: 8.5, discount: undefined }],
      { tax: { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions } },
      us,
    );
    const result = refund([{ line: 0, quantity: 1 }], {}, sale, us);
    expect(said(result)).toEqual([]);
    expect(result.document.tax.jurisdictions!.map(({ taxAmount }) => taxAmount)).toEqual([400, 450]);
  });

  it("checks rates against the sale's day", () => {
    const law = {
      rates: [
        { rate: 12, until: '2026-11-21', enforce: true, citation: 'Fictional' },
        { rate: 6, from: '2026-11-22', enforce: true, citation: 'Fictional' },
      ],
    };
    const strict = shopOf(law, { rateWindows: 'enforce' });
    const sale = sold([{ ...CHEESE, taxRate: 12 }], {}, strict);
    expect(said(refund('all', {}, sale, strict))).toEqual([]);
    const later = { ...sale, timestamp: '2026-11-22T10:00:00Z' };
    expect(said(refund('all', {}, later, strict))).toEqual(['sale.items[0].taxRate rate_not_in_window']);
    const credit = createCreditNote(strict, inputOf(later, { amount: 500 }));
    // The line for an amount is not in the sale.
    expect(said(credit)).toEqual(['amount rate_not_in_window']);
  });

  it.each([
    ['no input', undefined, 'input'],
    ['an input that is not an object', 5, 'input'],
    ['no prior corrections: goods could be returned twice', {}, 'priorCorrections'],
    ['prior corrections that are not an array', { priorCorrections: 'x' }, 'priorCorrections'],
    ['one prior correction instead of a list', { priorCorrections: SALE }, 'priorCorrections'],
  ])('throws a UsageError for %s', (_, input, argument) => {
    const given =
      typeof input === 'object' ? { ...inputOf(SALE, { lines: 'all' }), priorCorrections: undefined, ...input } : input;
    for (const make of [createRefund, createCreditNote, createVoid, createExchange, refundableBalance]) {
      const use = () => make(shop, given as never);
      expect(use).toThrow(UsageError);
      expect(use).toThrow(expect.objectContaining({ code: 'invalid_argument', argument }));
    }
  });

  it('takes the id from a stored sale, so that callers need not pass it', () => {
    const stored = { ...SALE, id: 'txn_7' };
    const result = refund('all', { originalTransactionId: undefined }, stored);
    expect(said(result)).toEqual([]);
    expect(result.document.linkedTransaction).toEqual({ originalTransactionId: 'txn_7' });
    expect(said(refund('all', { originalTransactionId: undefined }))).toEqual(['originalTransactionId required']);
  });
});

describe('a correction without a law', () => {
  const pack = { id: 'qm-receipt-1', country: 'QM', currency: 'EUR', schemes: ['UK_VAT'] } as const;

  it.each([
    ['of a country whose pack has no law', 'QM', []],
    ['of a country without a pack', 'ZZ', ['sale.vendor.id unsupported_country']],
  ])('has figures: %s', (_, country, expected) => {
    const of = createRegistry([defined(pack)]).shop({ country });
    const { document, ...result } = refund('all', {}, SALE, of);
    expect(said(result)).toEqual(expected);
    expect(document.totals).toEqual(SALE.totals);
    const left = refundableBalance(of, { sale: SALE, priorCorrections: [], originalTransactionId: 'txn_1' });
    expect(left.valid && left.balance.total).toBe(SALE.totals.total);
  });
});

describe('createCreditNote', () => {
  const TWO = sold([
    { name: 'A', unitPrice: 7500, taxRate: 25 },
    { name: 'B', unitPrice: 5000, taxRate: 6 },
  ]);
  const credit = (amount: unknown, priorCorrections: Transaction[] = [], more: object = {}) =>
    withDocument(
      createCreditNote(
        shop,
        inputOf(TWO, { amount, reason: 'price_adjustment', priorCorrections, ...more }) as unknown as CreditNoteInput,
      ),
    );

  it('splits an amount between the rates', () => {
    const { document, issues, warnings } = credit(2500);
    expect([...issues, ...warnings]).toEqual([]);
    expect(document.type).toBe('credit_note');
    expect(document.items.map(({ name, amount, taxAmount }) => [name, amount, taxAmount])).toEqual([
      ['price adjustment', 1500, 300],
      ['price adjustment', 1000, 57],
    ]);
  });

  it('can be repeated until nothing is left', () => {
    const first = credit(2501).document;
    const rest = credit(9999, [first]).document;
    expect(rest.totals.tax + first.totals.tax).toBe(TWO.totals.tax);
    expect(said(credit(1, [first, rest]))).toEqual(['amount over_refund']);
    expect(said(credit(12501))).toEqual(['amount over_refund']);
    expect(detailsOf(credit(12501).issues)).toEqual([[12501, 12500]]);
    expect(balanceOf(TWO, [first])).toMatchObject({
      total: 9999,
      rates: [
        { rate: 25, amount: 5999 },
        { rate: 6, amount: 4000 },
      ],
    });
    expect(refund('all', { priorCorrections: [first] }, TWO).document.totals.total).toBe(9999);
  });

  it.each([
    [0, 'out_of_range'],
    ['5', 'invalid_type'],
    [null, 'invalid_type'],
  ])('refuses the amount %s', (amount, code) => {
    expect(said(credit(amount))).toEqual([`amount ${code}`]);
    expect(detailsOf(credit(amount).issues)).toEqual([[amount]]);
  });

  it('requires lines or an amount, but not both', () => {
    expect(said(credit(undefined))).toEqual(['lines required']);
    expect(said(credit(500, [], { lines: [{ line: 0 }] }))).toEqual(['amount not_allowed']);
  });

  it('rejects line instead of lines, because it would split the amount between all rates', () => {
    expect(said(credit(500, [], { line: 0 }))).toEqual(['line unknown_field']);
  });

  it('accepts lines, as a refund does', () => {
    expect(said(withDocument(createCreditNote(shop, inputOf(SALE, {}) as never)))).toEqual(['lines required']);
    const result = withDocument(createCreditNote(shop, inputOf(SALE, { lines: [{ line: 0, quantity: 1 }] })));
    expect(result.document.items[0]).toMatchObject({ quantity: 1, amount: 9667 });
  });
});

describe('createVoid', () => {
  it("copies the sale's lines, and sets the total to 0", () => {
    const { document, issues, warnings } = voided({ reason: 'duplicate' });
    expect([...issues, ...warnings]).toEqual([]);
    expect(document).toMatchObject({
      type: 'void',
      settled: false,
      items: SALE.items,
      totals: { ...SALE.totals, total: 0 },
    });
    expect(balanceOf(SALE, [document]).total).toBe(0);
  });

  it('reports a sale without lines', () => {
    const { tax, totals } = SALE;
    const none = { subtotal: 0, discount: 0, tax: 0, total: 0 };
    const empty = { ...SALE, items: [], tax: { ...tax, summary: [] }, totals: { ...totals, ...none } };
    expect(said(createVoid(shop, inputOf(empty, {})))).toEqual(['sale too_few_items']);
  });

  it('only voids a whole sale', () => {
    const priorCorrections = [refund([{ line: 1 }]).document];
    expect(said(voided({ priorCorrections }))).toEqual(['priorCorrections over_refund']);
  });
});

describe('createExchange', () => {
  it("takes goods back at the sale's figures, and rounds the difference", () => {
    const cash = shopOf({ cashRounding: [roundingRow({ increment: 100 })] });
    const { document, issues, warnings } = exchange(
      {
        returned: [{ line: 0, quantity: 1 }],
        sold: [{ name: 'Bowl', unitPrice: 9500, taxRate: 25 }],
        payment: { method: 'cash' },
      },
      SALE,
      cash,
    );
    expect([...issues, ...warnings]).toEqual([]);
    expect(document.items[0]).toMatchObject({
      quantity: -1,
      amount: -9667,
      taxAmount: -1933,
      discount: { amount: 333 },
    });
    expect(document.totals).toEqual({ subtotal: -167, discount: 333, tax: -33, rounding: -33, total: -200 });
    expect(balanceOf(SALE, [document]).lines[0]).toEqual({
      line: 0,
      quantity: 2,
      amount: 19333,
      discount: 667,
      taxAmount: 3867,
    });
  });

  it('reports errors in both the sold and the returned lines', () => {
    const bowl = { name: 'Bowl', unitPrice: 9500, taxRate: 25 };
    const returned = [{ line: 0, quantity: 1 }];
    expect(said(exchange({ returned, sold: [bowl, { ...bowl, taxRate: 101 }, 5] }))).toEqual([
      'sold[1].taxRate invalid_rate',
      'sold[2] invalid_type',
    ]);
    expect(said(exchange({ returned: [{ line: 0, quantity: 4 }], sold: [bowl] }))).toEqual([
      'returned[0].quantity over_refund',
    ]);
    expect(said(exchange({ returned, sold: 'x' }))).toEqual(['sold invalid_type']);
    expect(said(exchange({ returned: undefined, sold: undefined }))).toEqual(['sold required', 'returned required']);
    expect(said(exchange({ returned, sold: [] }))).toEqual(['sold too_few_items']);
  });
});

describe('issues of a custom rule', () => {
  const reporting = (field: ReadPattern) =>
    createRegistry([
      defineReceiptPack(lawOf(), [{ ...ROW, check: (run) => run.report(field, 'own_code', `${field} is unlucky`) }]),
    ]).shop(QM);

  it.each<[ReadPattern, string, string, string]>([
    ['linkedTransaction', 'originalTransactionId', 'originalTransactionId', 'linkedTransaction'],
    ['linkedTransaction.note', 'note', 'note', 'note'],
    ['items', 'lines', 'sold', 'lines'],
    ['totals', 'lines', 'sold', 'lines'],
    ['totals.discount', 'lines', 'sold', 'lines'],
    ['tax', 'lines', 'sold', 'lines'],
    ['tax.summary', 'lines', 'sold', 'lines'],
    ['tax.pricesIncludeTax', 'sale.tax.pricesIncludeTax', 'sale.tax.pricesIncludeTax', 'pricesIncludeTax'],
    ['payment', 'sale.payment', 'sale.payment', 'payment'],
    ['source', 'source', 'source', 'source'],
  ])('name the input field that leads to %s', (field, refunded, exchanged, returned) => {
    const of = reporting(field);
    const { receiptNumber, timestamp, source } = inputOf(SALE, {});
    const goods = { returned: [{ line: 1 }], sold: [CHEESE] };
    const known = { currency: 'EUR', pricesIncludeTax: true, vendor: { id: 'biz_1' }, payment: { method: 'card' } };
    const results = [
      createRefund(of, inputOf(SALE, { lines: 'all' })),
      createExchange(of, inputOf(SALE, goods) as never),
      createReturn(of, { lines: [CHEESE], ...known, receiptNumber, timestamp, source } as never),
    ];
    expect(results.map((result) => codes(result.issues))).toEqual(
      [refunded, exchanged, returned].map((one) => [`${one} own_code`]),
    );
  });
});

describe('sums beyond the safe integers', () => {
  const half = { sku: undefined, discount: undefined, quantity: 1, unitPrice: 2 ** 52, amount: 2 ** 52 };
  const sale = { ...SALE, items: ['A', 'B'].map((name) => ({ ...SALE.items[0]!, ...half, name })) };
  const bought: DraftLine = { name: 'A', unitPrice: 2 ** 52 + 9167, taxRate: 25 };

  it.each<[string, string, () => Completion]>([
    ['a refund', 'lines', () => createRefund(shop, inputOf(sale, { lines: 'all' }))],
    ['a void', 'sale', () => createVoid(shop, inputOf(sale, {}))],
    [
      'an exchange',
      'sold',
      () => createExchange(shop, inputOf(SALE, { returned: [{ line: 1 }], sold: [bought, bought] })),
    ],
  ])('are reported in the goods of %s', (_, field, make) => {
    expect([...new Set(codes(make().issues))]).toEqual([`${field} not_computable`]);
  });
});

describe('refundableBalance', () => {
  const one = refund([{ line: 0, quantity: 1 }]).document;
  const changed = (change: (document: Transaction) => void, document = one): Transaction => {
    const copy = structuredClone(document);
    change(copy);
    return copy;
  };

  it('reports nothing if all corrections are right', () => {
    const two = refund([{ line: 0, quantity: 2 }], { priorCorrections: [one] }).document;
    const rest = withDocument(
      createCreditNote(shop, inputOf(SALE, { lines: 'all', priorCorrections: [one, two] })),
    ).document;
    expect(balanceFaults(SALE, [one, two, rest])).toEqual([]);
    expect(balanceFaults(SALE, [])).toEqual([]);
  });

  it('reports an excess piece in the document that refunds the piece', () => {
    const rest = refund([{ line: 0 }], { priorCorrections: [one] }).document;
    const issues = balanceFaults(SALE, [one, rest, one]);
    expect(codes(issues)).toEqual(['priorCorrections[2].items[0].quantity over_refund']);
    expect(issues[0]).toMatchObject({ found: 1, expected: 0, severity: 'error' });
  });

  it('reports an excess at one rate, and in total', () => {
    const dear = changed(({ items, tax: { summary }, totals }) => {
      Object.assign(items[0]!, { name: 'Mug', unitPrice: 29001, amount: 29001, discount: undefined });
      Object.assign(summary[0]!, { taxableAmount: 23201, taxAmount: 5800 });
      Object.assign(totals, { subtotal: 29001, total: 29001, discount: 0 });
    });
    expect(codes(balanceFaults(SALE, [dear]))).toEqual(['priorCorrections[0].tax.summary[0] over_refund']);
    const total = changed(({ totals }) => void (totals.total = SALE.totals.total + 1));
    expect(codes(balanceFaults(SALE, [total]))).toEqual(['priorCorrections[0].totals.total over_refund']);
  });

  it('reports a different rate, an unknown line, and a correction of another sale', () => {
    expect(codes(balanceFaults(SALE, [changed(({ items }) => void (items[0]!.taxRate = 12))]))).toEqual([
      'priorCorrections[0].items[0].taxRate rate_differs_from_sale',
    ]);
    expect(
      codes(balanceFaults(SALE, [changed(({ items }) => Object.assign(items[0]!, { name: 'Vase', sku: 'vase' }))])),
    ).toEqual(['priorCorrections[0].items[0] line_not_found']);
    expect(codes(balanceFaults({ ...SALE, id: 'txn_2' }, [one]))).toEqual([
      'priorCorrections[0].linkedTransaction.originalTransactionId original_mismatch',
    ]);
    expect(codes(balanceFaults(SALE, [SALE]))).toEqual(['priorCorrections[0].type original_mismatch']);
  });

  it('reports documents that cannot be corrected or read', () => {
    expect(codes(balanceFaults(one, [one]))).toEqual(['sale.type not_refundable']);
    expect(balanceFaults(one, [one])[0]).toMatchObject({ found: 'refund', expected: ['sale', 'exchange'] });
    expect(codes(balanceFaults(undefined, [one]))).toEqual(['sale not_refundable']);
    expect(codes(balanceFaults(SALE, [5, one]))).toEqual(['priorCorrections[0] not_computable']);
  });

  it('takes voids and exchanges into account', () => {
    const all = voided().document;
    expect(codes(balanceFaults(SALE, [all, one]))).toEqual(['priorCorrections[1].items[0].quantity over_refund']);
    const bowl = { name: 'Bowl', unitPrice: 9500, taxRate: 25 };
    const all3 = exchange({ returned: [{ line: 0, quantity: 3 }], sold: [bowl] }).document;
    expect(codes(balanceFaults(SALE, [all3, one]))).toEqual(['priorCorrections[1].items[0].quantity over_refund']);
  });

  it('returns no balance if a document is unreadable, or corrections exceed the sale', () => {
    const wrong = [
      [null, [], 'sale not_refundable'],
      [SALE, [one, {}], 'priorCorrections[1] not_computable'],
      [SALE, [refund('all').document, one], 'priorCorrections[1].items[0].quantity over_refund'],
    ] as const;
    for (const [sale, priorCorrections, expected] of wrong) {
      const input = { sale, priorCorrections, originalTransactionId: 'txn_1' };
      const result = refundableBalance(shop, input as never);
      expect(result).toMatchObject({ valid: false, warnings: [] });
      expect(result).not.toHaveProperty('balance');
      expect(codes(result.issues)).toEqual([expected]);
    }
  });

  it('requires the id for a sale that is not stored', () => {
    const of = (input: object) =>
      codes(refundableBalance(shop, { sale: SALE, priorCorrections: [], ...input } as never).issues);
    expect(of({})).toEqual(['originalTransactionId required']);
    expect(of({ originalTransactionId: null })).toEqual(['originalTransactionId required']);
    expect(of({ originalTransactionId: 5 })).toEqual(['originalTransactionId invalid_type']);
    expect(of({ originalTransactionId: 'txn_1' })).toEqual([]);
    expect(of({ sale: { ...SALE, id: 'txn_1' } })).toEqual([]);
    expect(of({ sale: { ...SALE, id: 'txn_1' }, originalTransactionId: 'txn_2' })).toEqual([
      'originalTransactionId original_mismatch',
    ]);
  });
});
