import { describe, expect, it } from 'vitest';
import type { ReceiptLaw } from 'receipt-rule-packs';
import { complete, type CompleteOptions, type Draft, type DraftLine } from 'receipt-rule-packs/complete';
import { draftOf, frozen } from './support/drafts';
import { NET, QM, registryOf } from './support/laws';

// Drafts of which a part is missing, faulty or given: what is filled in all the same, and what is not.
const MUG: DraftLine = { name: 'Mug', unitPrice: 10000, taxRate: 25 };
const run = (items: unknown, more: object = {}, options?: CompleteOptions, law: Partial<ReceiptLaw> = {}) =>
  complete(registryOf(law), frozen(draftOf(items as DraftLine[], more)), QM, options);
const said = ({ issues }: ReturnType<typeof run>) => issues.map(({ field, code }) => `${field} ${code}`);

describe('a summary', () => {
  it.each([
    ['rate', { taxRate: undefined, taxCategory: 'S', taxAmount: 5 }],
    ['category', { taxRate: 0, taxAmount: 0 }],
    ['amount', { unitPrice: undefined, taxAmount: 5 }],
  ])('is not made of lines without %s', (_, line) => {
    const { completed, filled } = run([MUG, { ...MUG, ...line }]);
    expect(completed.tax).not.toHaveProperty('summary');
    expect(filled).not.toContain('tax.summary');
  });
});

describe('a summary that is given', () => {
  const given = (entry: unknown) => run([MUG], { tax: { scheme: 'UK_VAT', pricesIncludeTax: true, summary: [entry] } });

  it('has no figures for an entry without rate or category', () => {
    for (const entry of [{ rate: 25 }, { category: 'S' }]) expect(given(entry).completed.tax.summary[0]).toEqual(entry);
  });

  it('may have entries that are none', () => {
    expect(said(given(null))).toContain('tax.summary[0] invalid_type');
  });
});

describe('charges that cannot be read', () => {
  it('stay in the document, which has no figures that would be wrong without them', () => {
    const { completed } = run([MUG], { charges: 'x' });
    expect(completed).toMatchObject({ charges: 'x' });
    expect(completed).not.toHaveProperty('totals');
  });
});

describe('totals', () => {
  it('are neither made nor dropped where there are no lines to read', () => {
    expect(run('x').completed).not.toHaveProperty('totals');
    expect(run('x', { totals: { subtotal: 5 } }).completed.totals).toEqual({ subtotal: 5 });
  });
});

describe('jurisdictions', () => {
  const us = { ...NET, jurisdictions: true };
  const shared = (rates: readonly unknown[]) => {
    const jurisdictions = rates.map((rate) => ({ level: 'state', name: 'x', rate }));
    const tax = { scheme: 'UK_VAT', pricesIncludeTax: false, jurisdictions };
    return run([{ ...MUG, taxRate: 8.5 }], { tax }, {}, us).completed.tax.jurisdictions!.map((one) => one.taxAmount);
  };

  it.each([
    ['rates that add up', [4, 4.5], [400, 450]],
    ['a rate below 0', [9.5, -1], [undefined, undefined]],
    ['a rate that is missing', [8.5, undefined], [undefined, undefined]],
    ['rates that do not add up', [4, 4], [undefined, undefined]],
  ])('get their shares by %s', (_, rates, expected) => {
    expect(shared(rates)).toEqual(expected);
  });

  it('may be asked to be computed again where there is no tax', () => {
    expect(said(run([MUG], { tax: undefined }, { recompute: true }))).toEqual(['tax required']);
  });
});

describe('a draft', () => {
  it('is not part of the document: its figures and what is read for them are copied', () => {
    const draft = draftOf([{ ...MUG, quantity: 1 }], { customer: { country: 'QM' }, totals: { subtotal: 10000 } });
    const { completed } = complete(registryOf(), draft, QM);
    for (const part of ['items', 'tax', 'totals', 'payment', 'customer'] as const) {
      expect(completed[part]).toBeDefined();
      expect(completed[part]).not.toBe(draft[part as keyof Draft]);
    }
  });

  it('has texts for the descriptions of its discounts', () => {
    expect(said(run([MUG], { discounts: [{ amount: 1, description: 5 }] }))).toEqual([
      'discounts[0].description invalid_type',
    ]);
    expect(said(run([MUG], { discounts: [{ amount: 1, description: 'Offer' }] }))).toEqual([]);
  });
});
