import { describe, expect, it } from 'vitest';
import { allocate, complete, createRefund, type Draft, type DraftLine } from 'receipt-rule-packs/complete';
import type { Transaction } from 'receipt-rule-packs';
import { draftOf, frozen, inputOf } from './support/drafts';
import { lawOf, NET, roundingRow, shopOf } from './support/laws';
import { withDocument } from './support/results';
import { jsonLines, only } from '../support/json-lines';

interface ShortLine {
  unitPrice: number;
  rate: number;
  quantity?: number;
  discount?: number;
  category?: DraftLine['taxCategory'];
}
interface ShortDocument {
  pricesIncludeTax: boolean;
  items: ShortLine[];
  taxRounding: 'line' | 'group';
  orderDiscount?: number;
  cashRounding?: { step: number; mode?: 'up' };
  type?: Transaction['type'];
}
interface Figures {
  items: { amount: number; taxAmount: number; discount?: number }[];
  summary: Transaction['tax']['summary'];
  totals: Transaction['totals'];
}

interface Vector {
  kind: string;
  id: string;
  input: never;
  expected: never;
  sum: never;
}

const LINE = only('quantity', 'unitPrice', 'amount', 'taxAmount', 'discount');
const FIGURES = {
  items: only('amount', 'taxAmount', 'discount'),
  summary: only('rate', 'category', 'taxableAmount', 'taxAmount'),
  totals: only('subtotal', 'discount', 'tax', 'total', 'rounding'),
};

/** Figures from published sources, one vector per line. */
const vectors = jsonLines(new URL('vectors.jsonl', import.meta.url), {
  ...only('kind', 'id', 'source', 'published', 'note', 'differsFromSource'),
  input: {
    ...only(
      'pricesIncludeTax',
      'taxRounding',
      'orderDiscount',
      'type',
      'amount',
      'weights',
      'rate',
      'parts',
      'step',
      'totals',
    ),
    items: only('unitPrice', 'rate', 'quantity', 'discount', 'category'),
    cashRounding: only('step', 'mode'),
    line: LINE,
  },
  expected: { ...FIGURES, ...LINE },
  sum: LINE,
  assertedBySource: FIGURES,
}) as readonly Vector[];

const KINDS = ['complete', 'allocate', 'refundParts', 'cashRounding'] as const;
const ofKind = (kind: (typeof KINDS)[number]) => vectors.filter((vector) => vector.kind === kind);

it('vectors.jsonl has vectors of every kind that the tests read, and of no other', () => {
  expect(new Set(vectors.map(({ kind }) => kind))).toEqual(new Set(KINDS));
});

function lineOf({ unitPrice, rate, quantity, discount, category }: ShortLine, i: number): DraftLine {
  return {
    name: `Line ${i}`,
    unitPrice,
    taxRate: rate,
    quantity,
    taxCategory: category,
    discount: discount === undefined ? undefined : { amount: discount },
  };
}

/** Completes a vector's draft. The vector's rounding method applies if the law leaves the choice to the seller. */
function completed({ pricesIncludeTax, items, taxRounding, orderDiscount, cashRounding, type }: ShortDocument) {
  const rows =
    cashRounding === undefined
      ? []
      : [
          roundingRow({
            increment: cashRounding.step,
            cash: cashRounding.mode === undefined ? 'required' : 'allowed',
            maxRounding: cashRounding.step - 1,
          }),
        ];
  const law = { ...(pricesIncludeTax ? {} : NET), cashRounding: rows };
  const shop = shopOf(law, { taxRounding, cashRounding: cashRounding?.mode });
  const exchange = items.some(({ quantity = 1 }) => quantity < 0);
  const draft: Draft = draftOf(items.map(lineOf), {
    type: type ?? (exchange ? 'exchange' : 'sale'),
    tax: { scheme: 'UK_VAT', pricesIncludeTax },
    payment: { method: cashRounding === undefined ? 'card' : 'cash' },
    ...(orderDiscount === undefined ? {} : { discounts: [{ amount: orderDiscount }] }),
    ...(exchange ? { linkedTransaction: { originalTransactionId: 'txn_1' } } : {}),
  });
  return withDocument(complete(shop, frozen(draft)));
}

describe('complete', () => {
  it.each(ofKind('complete'))('$id', ({ input, expected }: { input: ShortDocument; expected: Figures }) => {
    const result = completed(input);
    const { items, tax, totals } = result.document;
    expect(result.issues).toEqual([]);
    // Rounding up past the nearest increment is lawful, but raises a warning.
    expect(result.warnings.map(({ code }) => code)).toEqual(
      input.cashRounding?.mode === 'up' ? ['rounding_not_nearest'] : [],
    );
    expect(
      items.map(({ amount, taxAmount, discount }) => ({
        amount,
        taxAmount,
        ...(discount && { discount: discount.amount }),
      })),
    ).toEqual(expected.items);
    expect(tax.summary).toEqual(expected.summary);
    expect(totals).toEqual(expected.totals);
  });
});

describe('allocate', () => {
  it.each(ofKind('allocate'))(
    '$id',
    ({ input, expected }: { input: { amount: number; weights: number[] }; expected: number[] }) => {
      expect(allocate(input.amount, frozen(input.weights))).toEqual(expected);
    },
  );
});

interface Part {
  quantity: number;
  amount: number;
  taxAmount: number;
  discount: number;
}
interface ShortRefund {
  line: { quantity: number; unitPrice: number; amount: number; taxAmount: number; discount?: number };
  rate: number;
  pricesIncludeTax: boolean;
  parts: number[];
}

describe('partial refunds', () => {
  it.each(ofKind('refundParts'))(
    '$id',
    ({ input, expected, sum }: { input: ShortRefund; expected: Part[]; sum: Part }) => {
      const { line, rate, pricesIncludeTax, parts } = input;
      const shop = shopOf(pricesIncludeTax ? {} : NET);
      const { discount, ...figures } = line;
      const item: DraftLine = {
        name: 'Goods',
        ...figures,
        taxRate: rate,
        taxCategory: rate === 0 ? 'Z' : 'S',
        discount: discount === undefined ? undefined : { amount: discount },
      };
      const sale = withDocument(complete(shop, draftOf([item], { tax: { scheme: 'UK_VAT', pricesIncludeTax } })));
      expect(sale.issues).toEqual([]);
      const refunds: Transaction[] = [];
      for (const quantity of parts) {
        const input = { lines: [{ line: 0, quantity }], priorCorrections: frozen([...refunds]) };
        const refund = withDocument(createRefund(shop, inputOf(frozen(sale.document), input)));
        expect([...refund.issues, ...refund.warnings]).toEqual([]);
        refunds.push(refund.document);
      }
      const figuresOf = ({ items: [part] }: Transaction): Part => ({
        quantity: part!.quantity,
        amount: part!.amount,
        taxAmount: part!.taxAmount,
        discount: part!.discount?.amount ?? 0,
      });
      const found = refunds.map(figuresOf);
      expect(found).toEqual(expected);
      const total = (name: keyof Part) => found.reduce((all, part) => all + part[name], 0);
      expect({
        quantity: total('quantity'),
        amount: total('amount'),
        taxAmount: total('taxAmount'),
        discount: total('discount'),
      }).toEqual(sum);
    },
  );
});

describe('cash rounding', () => {
  it.each(ofKind('cashRounding'))(
    '$id',
    ({ input, expected }: { input: { step: number; totals: number[] }; expected: number[] }) => {
      const shop = shopOf({ cashRounding: [roundingRow({ increment: input.step })] });
      const totals = input.totals.map((unitPrice) => {
        const draft = draftOf([{ name: 'Goods', unitPrice, taxRate: 20 }], { payment: { method: 'cash' } });
        const { document, issues } = withDocument(complete(shop, draft));
        expect(issues).toEqual([]);
        return document.totals.total;
      });
      expect(totals).toEqual(expected);
    },
  );
});

it('defineReceiptPack accepts the test law of the vectors', () => {
  expect(lawOf().country).toBe('QM');
});
