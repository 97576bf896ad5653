/** Tests what `complete`'s functions guarantee for any input, under any pack with a law. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegistry, fieldPath, type Issue, type LawPack, type Transaction } from 'receipt-rule-packs';
import {
  complete,
  createCreditNote,
  createExchange,
  createRefund,
  createVoid,
  refundableBalance,
  type Completion,
  type Draft,
  type DraftLine,
} from 'receipt-rule-packs/complete';
import { validTransaction } from 'receipt-rule-packs/testing';
import { anything, spoiled } from './anything';
import { drafts, extensionsOf } from './arbitraries';
import { withDocument } from './results';

const isFiscal = ({ path, code }: Issue): boolean => path[0] === 'extensions' && code === 'required';

/** Describes inconsistencies in a result. */
function oddOf(result: Completion): string[] {
  const { issues } = result;
  const odd: string[] = [];
  if (result.valid !== 'transaction' in result) odd.push('valid, and no transaction');
  if (result.valid === 'document' in result) odd.push('valid, and a document');
  if (result.valid !== (issues.length === 0) && (result.valid || result.error.code !== 'invalid_json'))
    odd.push('invalid, and no issue');
  const isUnsigned = issues.length > 0 && issues.every(isFiscal);
  if ((result.unsigned !== undefined) !== isUnsigned) odd.push('an unsigned transaction although more is missing');
  if (result.unsigned !== undefined && result.unsigned !== result.document) odd.push('two documents');
  for (const { path, field, severity } of issues) {
    if (field !== fieldPath(path)) odd.push(`${field} is not its path`);
    if (severity !== 'error') odd.push(`${field} is no error`);
  }
  return odd;
}

/** The top-level fields that have issues. */
const toldOf = ({ issues }: Pick<Completion, 'issues'>): string[] => [
  ...new Set(issues.map(({ path }) => String(path[0]))),
];

const isBlocking = ({ code, path: [first] }: Issue): boolean =>
  (code === 'not_refundable' && first === 'sale') || (code === 'not_computable' && first === 'priorCorrections');

/** The remaining input fields, which may have any value. */
const FIELDS = [
  'originalTransactionId',
  'receiptNumber',
  'timestamp',
  'source',
  'payment',
  'tenders',
  'extensions',
  'metadata',
  'reason',
  'note',
  'vendor',
  'customer',
  'locale',
  'channel',
];

export function describePromises(pack: LawPack, numRuns: number): void {
  const { country, law } = pack;
  const registry = createRegistry([pack]);
  const shop = registry.shop({ country });
  const extensions = extensionsOf(law);
  const sales = drafts(pack, { extras: false, pieces: true }).map(
    (draft) => withDocument(complete(shop, draft)).document,
  );
  const inputOf = (sale: unknown, more: object) => ({
    sale,
    priorCorrections: [],
    originalTransactionId: 'txn_1',
    receiptNumber: '2',
    timestamp: '2027-01-05T10:00:00+01:00',
    source: { platform: 'test', externalId: '2' },
    extensions,
    ...more,
  });
  type Make = (input: object) => Completion;
  const refund: Make = (input) => createRefund(shop, input as never);
  const creditNote: Make = (input) => createCreditNote(shop, input as never);
  const voided: Make = (input) => createVoid(shop, input as never);
  const exchange: Make = (input) => createExchange(shop, input as never);

  describe(`${pack.id}, with any input`, () => {
    it('returns a result for any draft; maxIssues only truncates the issues', () => {
      fc.assert(
        fc.property(fc.oneof(anything, spoiled(drafts(pack))), fc.nat(3), (draft, maxIssues) => {
          const result = complete(shop, draft as Draft);
          expect(oddOf(result)).toEqual([]);
          const { issues, unsigned, valid } = complete(shop, draft as Draft, { maxIssues });
          expect(issues).toEqual(result.issues.slice(0, maxIssues));
          expect([valid, unsigned]).toEqual([result.valid, result.unsigned]);
        }),
        { numRuns: numRuns * 5 },
      );
    });

    it('reports only the sale if the sale cannot be corrected', () => {
      fc.assert(
        fc.property(fc.oneof(anything, spoiled(sales)), sales, (sale, whole) => {
          const sold = [whole.items[0]];
          const inputs: [Make, object][] = [
            [refund, { lines: 'all' }],
            [refund, { lines: [{ line: 0 }] }],
            [creditNote, { amount: 1 }],
            [voided, {}],
            [exchange, { returned: 'all', sold }],
          ];
          for (const [make, more] of inputs) {
            const result = make(inputOf(sale, more));
            expect(oddOf(result)).toEqual([]);
            expect(['sale', ...Object.keys(more)]).toEqual(expect.arrayContaining(toldOf(result)));
            if (result.issues.some(isBlocking)) expect(result.issues.every(isBlocking)).toBe(true);
          }
          const balance = refundableBalance(shop, inputOf(sale, {}) as never);
          expect(balance.valid).toBe(balance.issues.length === 0);
          expect(['sale']).toEqual(expect.arrayContaining(toldOf(balance)));
        }),
        { numRuns: numRuns * 2 },
      );
    });

    it('reports a correction that cannot be counted', () => {
      fc.assert(
        fc.property(sales, anything, fc.nat(1), (sale, value, k) => {
          const one = withDocument(refund(inputOf(sale, { lines: [{ line: 0, quantity: 1 }] }))).document;
          const priorCorrections = k === 0 ? [value, one] : [one, value];
          for (const result of [
            refund(inputOf(sale, { lines: 'x', priorCorrections, receiptNumber: 5 })),
            voided(inputOf(sale, { priorCorrections })),
            refundableBalance(shop, inputOf(sale, { priorCorrections }) as never),
          ]) {
            expect(result.valid).toBe(false);
            expect(result.issues.map(({ field, code }) => `${field} ${code}`)).toEqual([
              `priorCorrections[${k}] not_computable`,
            ]);
          }
        }),
        { numRuns },
      );
    });

    it('counts or reports a corrupted correction', () => {
      const pairs = sales.chain((sale) =>
        fc.tuple(
          fc.constant(sale),
          spoiled(fc.constant(withDocument(refund(inputOf(sale, { lines: [{ line: 0, quantity: 1 }] }))).document)),
        ),
      );
      fc.assert(
        fc.property(pairs, ([sale, correction]) => {
          const input = { priorCorrections: [correction] };
          const made = refund(inputOf(sale, { lines: 'all', ...input }));
          expect(oddOf(made)).toEqual([]);
          expect(['priorCorrections', 'lines']).toEqual(expect.arrayContaining(toldOf(made)));
          const balance = refundableBalance(shop, inputOf(sale, input) as never);
          expect(balance.valid).toBe(balance.issues.length === 0);
          expect(['priorCorrections']).toEqual(expect.arrayContaining(toldOf(balance)));
        }),
        { numRuns },
      );
    });

    it('reports returned and sold lines', () => {
      fc.assert(
        fc.property(sales, anything, (sale, value) => {
          const line = sale.items[0] as unknown as DraftLine;
          const wrong: [Make, object, string][] = [
            [refund, { lines: value }, 'lines'],
            [refund, { lines: [value] }, 'lines'],
            [refund, { lines: [{ line: 0 }, value] }, 'lines'],
            [refund, { lines: [{ line: value }] }, 'lines'],
            [refund, { lines: [{ line: 0, quantity: value }] }, 'lines'],
            [refund, { lines: [{ line: 0, amount: value }] }, 'lines'],
            [creditNote, { amount: value }, value === undefined ? 'lines' : 'amount'],
            [creditNote, { lines: value }, 'lines'],
            [exchange, { returned: value, sold: [line] }, 'returned'],
            [exchange, { returned: 'all', sold: value }, 'sold'],
            [exchange, { returned: 'all', sold: [line, value] }, 'sold'],
            ...Object.keys(line).map((name): [Make, object, string] => [
              exchange,
              { returned: 'all', sold: [line, { ...line, [name]: value }] },
              'sold',
            ]),
          ];
          for (const [make, more, named] of wrong) {
            const result = make(inputOf(sale, more));
            expect(oddOf(result)).toEqual([]);
            expect([named]).toEqual(expect.arrayContaining(toldOf(result)));
          }
        }),
        { numRuns },
      );
    });

    it.each(FIELDS)('reports %s', (name) => {
      fc.assert(
        fc.property(sales, anything, (sale, value) => {
          for (const [make, more] of [
            [refund, { lines: 'all' }],
            [voided, {}],
          ] as const) {
            const result = make(inputOf(sale, { ...more, [name]: value }));
            expect(oddOf(result)).toEqual([]);
            expect([name]).toEqual(expect.arrayContaining(toldOf(result)));
          }
        }),
        { numRuns },
      );
    });
  });

  describe(`${pack.id}, with correct input`, () => {
    it('requires only fiscal data, and is valid with it', () => {
      fc.assert(
        fc.property(drafts(pack), fc.nat(2), (draft, maxIssues) => {
          const { extensions: _, ...bare } = draft;
          const result = complete(shop, bare, { maxIssues });
          expect(oddOf(complete(shop, bare as Draft))).toEqual([]);
          if (extensions === undefined) expect([result.valid, result.unsigned]).toEqual([true, undefined]);
          else {
            expect([result.valid, result.unsigned]).toEqual([false, result.unsigned ?? 'missing']);
            expect(shop.validate({ ...result.unsigned, extensions }).issues).toEqual([]);
            const whole = withDocument(complete(shop, { ...bare, extensions })).document;
            expect({ ...result.unsigned, extensions }).toEqual(whole);
          }
          // With any other issue, the document cannot be signed.
          const { receiptNumber: __, ...faulty } = bare;
          expect(complete(shop, faulty as Draft, { maxIssues })).not.toHaveProperty('unsigned');
        }),
        { numRuns },
      );
    });

    it('requires only fiscal data for corrections too', () => {
      fc.assert(
        fc.property(sales, (sale) => {
          const result = refund(inputOf(sale, { lines: 'all', extensions: undefined }));
          expect(oddOf(result)).toEqual([]);
          if (extensions === undefined) expect(result.valid).toBe(true);
          else expect(shop.validate({ ...result.unsigned, extensions }).issues).toEqual([]);
          const faulty = refund(inputOf(sale, { lines: 'all', extensions: undefined, receiptNumber: undefined }));
          expect(faulty).not.toHaveProperty('unsigned');
        }),
        { numRuns },
      );
    });

    it('changes nothing in a completed document, not even the order of keys', () => {
      fc.assert(
        fc.property(drafts(pack), fc.infiniteStream(fc.nat()), (draft, random) => {
          const mixed = shuffled(draft, random) as Draft;
          const first = withDocument(complete(shop, mixed));
          expect(first.issues).toEqual([]);
          const { discounts: _, charges: __, tip: ___, ...kept } = mixed;
          expect(Object.keys(first.document).slice(0, Object.keys(kept).length)).toEqual(Object.keys(kept));
          for (const document of [first.document, shuffled(first.document, random) as Transaction]) {
            for (const recompute of [false, true]) {
              const again = withDocument(complete(shop, document, { recompute }));
              expect(JSON.stringify(again.document)).toBe(JSON.stringify(document));
            }
          }
        }),
        { numRuns },
      );
    });

    it('changes nothing in any valid document', () => {
      fc.assert(
        fc.property(validTransaction(pack), (document) => {
          const { filled, ...again } = withDocument(complete(shop, document));
          expect([again.valid, filled, JSON.stringify(again.document)]).toEqual([true, [], JSON.stringify(document)]);
        }),
        { numRuns },
      );
    });

    it('fills in type, settled and the domestic scheme, but never currency or pricesIncludeTax', () => {
      fc.assert(
        fc.property(drafts(pack), (draft) => {
          const { type: _, settled: __, ...rest } = draft;
          const { scheme: ___, ...tax } = draft.tax;
          const short = complete(shop, { ...rest, tax });
          expect(withDocument(short).document).toEqual(withDocument(complete(shop, draft)).document);
          expect(short.filled).toEqual(expect.arrayContaining(['type', 'settled', 'tax.scheme']));
          const { currency: ____, ...unnamed } = draft;
          const told = ({ issues }: Completion) => issues.map(({ field, code }) => `${field} ${code}`);
          expect(told(complete(shop, unnamed as Draft))).toEqual(['currency required']);
          expect(told(complete(shop, { ...draft, tax: { scheme: law.tax.scheme } } as unknown as Draft))).toEqual([
            'tax.pricesIncludeTax required',
          ]);
        }),
        { numRuns },
      );
    });
  });
}

/** Shuffles the keys of a value, at every depth. */
function shuffled(value: unknown, random: fc.Stream<number>): unknown {
  if (Array.isArray(value)) return value.map((element) => shuffled(element, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inside]) => ({
    key,
    inside: shuffled(inside, random),
    rank: random.next().value as number,
  }));
  entries.sort((a, b) => a.rank - b.rank);
  return Object.fromEntries(entries.map(({ key, inside }) => [key, inside]));
}
