import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegistry, ISSUE_CODES, type ShopOptions } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createExchange,
  createRefund,
  createVoid,
  refundableBalance,
  type CompleteOptions,
  type Completion,
  type Draft,
  type DraftLine,
} from 'receipt-rule-packs/complete';
import { anything, spoiled } from './support/anything';
import { drafts } from './support/arbitraries';
import { draftOf, inputOf } from './support/drafts';
import { sixPacks } from './support/packs';
import { withDocument } from './support/results';

const [pack] = sixPacks;
const registry = createRegistry([pack!]);
const business = { country: pack!.country };
const shop = registry.shop(business);

const broken = spoiled(drafts(pack!));

const throwing = (draft: object, depth: string): unknown =>
  new Proxy(draft, {
    get: (target, key, self) =>
      key === depth
        ? (() => {
            throw new Error('no');
          })()
        : (Reflect.get(target, key, self) as unknown),
  });

describe('completions and corrections of hostile drafts', () => {
  it.each<[ShopOptions, CompleteOptions]>([
    [{}, {}],
    [{ taxRounding: 'group' }, {}],
    [{}, { recompute: true }],
  ])('always return a result, under %j and %j', (policy, options) => {
    const own = registry.shop(business, policy);
    fc.assert(
      fc.property(broken, (draft) => {
        const before = JSON.stringify(draft, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
        const { valid, issues, document: sale } = withDocument(complete(own, draft as unknown as Draft, options));
        expect(valid).toBe(issues.length === 0);
        for (const { code } of issues) expect(ISSUE_CODES).toHaveProperty([code]);
        expect(JSON.stringify(draft, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))).toBe(
          before,
        );
        for (const result of [
          createRefund(own, inputOf(sale, { lines: 'all' })),
          createCreditNote(own, inputOf(sale, { amount: 5 })),
          createVoid(own, inputOf(sale, {})),
          createExchange(own, inputOf(sale, { returned: [{ line: 0 }], sold: [draft as never] })),
          refundableBalance(own, { sale, originalTransactionId: 'txn_1', priorCorrections: [sale] }),
        ])
          expect(result.valid).toBe(result.issues.length === 0);
      }),
      { numRuns: 300 },
    );
  });

  it('return a result for any value at all', () => {
    fc.assert(
      fc.property(anything, anything, (draft, sale) => {
        expect(complete(shop, draft as never).valid).toBe(false);
        expect(createRefund(shop, inputOf(sale as never, { lines: 'all' })).issues).toMatchObject([
          { field: 'sale', code: 'not_refundable' },
        ]);
        const input = { sale, priorCorrections: [draft], originalTransactionId: 'txn_1' } as never;
        expect(refundableBalance(shop, input).issues.map(({ field }) => field)).toEqual([
          'sale',
          'priorCorrections[0]',
        ]);
      }),
    );
  });

  const whole = draftOf([{ name: 'Mug', unitPrice: 5, taxRate: 25 }]);
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  it.each([
    [
      'a getter that throws',
      {
        ...whole,
        get items(): never {
          throw new Error('no');
        },
      },
    ],
    [
      'a line whose getter throws',
      {
        ...whole,
        items: [
          {
            get unitPrice(): never {
              throw new Error('no');
            },
          },
        ],
      },
    ],
    ['a proxy that throws', throwing(whole, 'tax')],
    ['a proxy that throws as the totals', { ...whole, totals: throwing({ subtotal: 1 }, 'subtotal') }],
    ['a revoked proxy', proxy],
    ['a revoked proxy as the lines', { ...whole, items: proxy }],
    ['a revoked proxy as a discount', { ...whole, discounts: [proxy] }],
  ])('return an invalid result for %s', (_, draft) => {
    const result = complete(shop, draft as never);
    expect(result.valid).toBe(false);
    expect(result.filled).toEqual([]);
    expect(createRefund(shop, inputOf(draft as never, { lines: 'all' })).issues[0]).toMatchObject({
      code: 'not_refundable',
    });
  });

  it.each([
    ['items', (holes: unknown) => ({ items: holes })],
    ['discounts', (holes: unknown) => ({ discounts: holes })],
    ['discounts', (holes: unknown) => ({ discounts: [{ amount: 1, lines: holes }] })],
    ['charges', (holes: unknown) => ({ charges: holes })],
    ['tax.summary', (holes: unknown) => ({ tax: { ...whole.tax, summary: holes } })],
    ['tax.jurisdictions', (holes: unknown) => ({ tax: { ...whole.tax, jurisdictions: holes } })],
  ])('reject an array of 4 billion holes without iterating over it: %s', (field, more) => {
    const draft = { ...whole, ...more(new Array(2 ** 32 - 1)) } as never;
    expect(complete(shop, draft).issues.some((issue) => issue.field.startsWith(field))).toBe(true);
    expect(createRefund(shop, inputOf(draft, { lines: 'all' })).valid).toBe(false);
  });

  const sale = withDocument(complete(shop, whole)).document;
  const [item] = whole.items as [DraftLine];
  it.each<[string, (holes: never) => Completion]>([
    ['lines', (lines) => createRefund(shop, inputOf(sale, { lines }))],
    ['priorCorrections', (priorCorrections) => createRefund(shop, inputOf(sale, { lines: 'all', priorCorrections }))],
    ['returned', (returned) => createExchange(shop, inputOf(sale, { returned, sold: [item] }))],
    ['sold', (holes) => createExchange(shop, inputOf(sale, { returned: 'all', sold: holes }))],
  ])('reject an array of 4 billion holes in a correction without iterating over it: %s', (field, make) => {
    expect(make(new Array(2 ** 32 - 1) as never).issues.some(({ path }) => path[0] === field)).toBe(true);
  });

  it('read each field once', () => {
    let reads = 0;
    const item = {
      name: 'Mug',
      taxRate: 25,
      get unitPrice() {
        return 100 * ++reads;
      },
    };
    const { document } = withDocument(complete(shop, draftOf([item])));
    expect([document.items[0]!.unitPrice, document.totals?.subtotal, reads]).toEqual([100, 100, 1]);
  });

  it('report amounts outside the safe integers as not computable', () => {
    for (const quantity of [1e308, 5e-324, Number.MAX_SAFE_INTEGER, 1e-300, 1e21]) {
      for (const unitPrice of [Number.MAX_SAFE_INTEGER, 1, -1]) {
        const item = { name: 'Mug', unitPrice, quantity, taxRate: 25, discount: { percent: 33.3 } };
        const draft = draftOf([item], { discounts: [{ percent: 10 }] });
        const { issues, document } = withDocument(complete(shop, draft));
        const isTooLarge = quantity * Math.abs(unitPrice) > 2 ** 54;
        expect(issues.some(({ code }) => code === 'not_computable')).toBe(isTooLarge);
        if (!isTooLarge) expect(Number.isSafeInteger(document.items[0]!.amount)).toBe(true);
      }
    }
  });
});
