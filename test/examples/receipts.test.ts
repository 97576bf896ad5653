import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRegistry, explain } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Transaction } from '../../src/index.js';
import { readReceipts, validateReceipt, verdictOf, type ExampleReceipt } from '../../examples/lib/verdicts.mjs';
import statedFigures from './stated-figures.json';

/** The names of the files with transactions from public documentation. */
const DOCUMENTED = [
  'zettle-sale',
  'zettle-discounts',
  'kivra-cash-sale',
  'kivra-cash-rounding-half',
  'kivra-weighed-cheese-ica',
  'kivra-sj-train',
  'kivra-swish',
  'saft-no-1001-cash-rounding',
  'vipps-orderlines',
  'nets-charge-se-10pct',
  'nets-fabric-0.8',
  'heads-vatgroups-se',
  'paytrail-fi',
];

/** A source's figures, in minor units; absent if the source has none. */
interface StatedFigures {
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  /** Every line's quantity, unitPrice, discount, amount, taxRate and taxAmount. */
  readonly lines: readonly (readonly (number | null)[])[];
  readonly totals: Readonly<Record<string, number>>;
  /** taxableAmount and taxAmount by rate. */
  readonly summary: Readonly<Record<string, readonly number[]>>;
}
const stated: Readonly<Record<string, StatedFigures>> = statedFigures;

const sentence = z.string().min(1);
const found = z.array(z.strictObject({ field: z.string(), code: z.string().min(1) }));
const Envelope = z.strictObject({
  name: z.string(),
  title: sentence.max(48),
  description: sentence.endsWith('.'),
  source: sentence,
  derived: z.boolean(),
  derivedFrom: z.string().optional(),
  corrects: z.string().optional(),
  corrections: z
    .array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() }))
    .min(1)
    .optional(),
  stated: z.array(sentence).min(1).optional(),
  invented: z.array(sentence).min(1),
  business: z.strictObject({
    country: z.string().length(2),
    multiLocation: z.boolean().optional(),
    territory: z.string().optional(),
  }),
  options: z
    .strictObject({
      rateWindows: z.enum(['off', 'warn', 'enforce']),
      productTaxClass: z.record(z.string().regex(/^\d+$/), z.string().min(1)),
    })
    .partial()
    .optional(),
  transaction: z.record(z.string(), z.unknown()),
  expected: z.discriminatedUnion('valid', [
    z.strictObject({ valid: z.literal(true), warnings: found }),
    z.strictObject({ valid: z.literal(false), error: z.string(), issues: found.min(1), warnings: found }),
  ]),
});

const registry = createRegistry(packs);
const FOLDER = fileURLToPath(new URL('../../examples/receipts', import.meta.url));
const receipts = readReceipts(FOLDER);
const named = (name: string): ExampleReceipt => {
  const receipt = receipts.find((one) => one.name === name);
  if (receipt === undefined) throw new Error(`there is no example ${name}`);
  return receipt;
};
const transactionOf = (name: string) => named(name).transaction as Transaction;
const names = (ones: readonly ExampleReceipt[]): string[] => ones.map(({ name }) => name);

describe('every example receipt', () => {
  it("is in its country's folder, as a plain document next to its notes", () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => /\.jsonc?$/.test(file));
    const folders = receipts.map(({ name, business }) => `${business.country.toLowerCase()}/${name}`);
    expect(files.sort()).toEqual(folders.flatMap((path) => [`${path}.json`, `${path}.notes.jsonc`]).sort());
  });

  it('belongs to the 87 receipts collected from twenty countries, or to the 23 earlier ones', () => {
    const counts: Record<string, number> = {};
    for (const { business } of receipts) counts[business.country] = (counts[business.country] ?? 0) + 1;
    expect(counts).toEqual({
      AT: 5,
      BE: 2,
      DE: 11,
      DK: 2,
      EE: 1,
      ES: 3,
      FI: 4,
      GB: 11,
      GR: 1,
      HU: 1,
      IE: 2,
      IT: 5,
      LT: 1,
      NL: 1,
      NO: 10,
      PL: 1,
      PT: 1,
      SE: 20,
      SK: 2,
      US: 26,
    });
    expect(receipts).toHaveLength(87 + 23);
  });

  it.each(names(receipts))('has complete notes: %s', (name) => {
    expect(Envelope.safeParse(named(name)).error?.issues).toBeUndefined();
  });

  it.each(names(receipts))('has exactly the recorded result: %s', (name) => {
    const receipt = named(name);
    expect(verdictOf(validateReceipt(registry, receipt))).toEqual(receipt.expected);
  });

  it.each(names(receipts))('has a remedy for every issue and warning: %s', (name) => {
    const { issues, warnings } = validateReceipt(registry, named(name));
    for (const { code } of [...issues, ...warnings]) expect(explain(registry, code)?.remedy).toMatch(/\.$/);
  });

  it('has a unique identity, except for corrections', () => {
    const identities = receipts
      .filter(
        ({ corrects, business, derivedFrom }) =>
          corrects === undefined && !(derivedFrom && isSameSale(derivedFrom, business.country)),
      )
      .map(({ transaction }) => JSON.stringify((transaction as Transaction).source));
    expect(new Set(identities).size).toBe(identities.length);
  });

  /** Whether the file is a variant that shows the same sale for a business in another country. */
  function isSameSale(derivedFrom: string, country: string): boolean {
    return named(derivedFrom).business.country !== country;
  }
});

describe('documented transactions', () => {
  it('are complete', () => {
    expect(names(receipts)).toEqual(expect.arrayContaining(DOCUMENTED));
    expect(Object.keys(stated).sort()).toEqual([...DOCUMENTED].sort());
  });

  it.each(DOCUMENTED)('keep the stated lines: %s', (name) => {
    const { items, currency, tax } = transactionOf(name);
    const { lines, ...rest } = stated[name]!;
    expect({ currency, pricesIncludeTax: tax.pricesIncludeTax }).toEqual({
      currency: rest.currency,
      pricesIncludeTax: rest.pricesIncludeTax,
    });
    expect(items).toHaveLength(lines.length);
    items.forEach((item, i) => {
      const taxAmount = lines[i]![5] ?? item.taxAmount;
      expect([
        item.quantity,
        item.unitPrice,
        item.discount?.amount ?? 0,
        item.amount,
        item.taxRate,
        item.taxAmount,
      ]).toEqual([...lines[i]!.slice(0, 5), taxAmount]);
    });
  });

  it.each(DOCUMENTED)('keep the stated totals and VAT groups: %s', (name) => {
    const { totals, tax } = transactionOf(name);
    expect(totals).toMatchObject(stated[name]!.totals);
    const groups = tax.summary.map(({ rate, taxableAmount, taxAmount }) => [String(rate), [taxableAmount, taxAmount]]);
    expect(Object.fromEntries(groups)).toMatchObject(stated[name]!.summary);
  });

  it.each(DOCUMENTED)('have a business in the country of the receipt: %s', (name) => {
    const country = { SEK: 'SE', NOK: 'NO', EUR: 'FI' }[stated[name]!.currency];
    expect(named(name).business.country).toBe(country);
  });
});

describe('corrected receipts', () => {
  const corrected = receipts.filter(({ corrects }) => corrects !== undefined);

  it('exist for the printed receipts whose figures the library refuses', () => {
    const wrong = ['kivra-cash-rounding-half', 'kivra-sj-train', 'kivra-weighed-cheese-ica'];
    expect(corrected.map(({ corrects }) => corrects).sort()).toEqual(wrong);
    for (const name of wrong) expect(named(name).expected.valid).toBe(false);
    for (const { expected } of corrected) expect(expected.valid).toBe(true);
  });

  it.each(names(corrected))('differ from the printed receipt only in the listed corrections: %s', (name) => {
    const { corrects = '', corrections = [] } = named(name);
    const fixed = structuredClone(transactionOf(corrects)) as unknown as Fields;
    for (const { field, from, to } of corrections) {
      const [holder, key] = locate(fixed, field);
      expect(holder[key]).toEqual(from);
      holder[key] = to;
    }
    expect(transactionOf(name)).toEqual(fixed);
  });

  type Fields = Record<string, unknown>;

  /** The object that contains a field, and the field's key. */
  function locate(root: Fields, field: string): [Fields, string] {
    const steps = field.match(/[^.[\]]+/g) ?? [];
    const key = steps.pop() ?? '';
    return [steps.reduce((holder, step) => holder[step] as Fields, root), key];
  }
});

describe('derived receipts', () => {
  const derived = receipts.filter(({ derivedFrom }) => derivedFrom !== undefined);

  it.each(names(derived))('name the receipt from which they are derived: %s', (name) => {
    const { derivedFrom = '', source } = named(name);
    expect(named(derivedFrom).source).toBe(source);
    expect(named(derivedFrom).derivedFrom).toBeUndefined();
  });

  it('are marked as derived, like corrected receipts and unlike transcribed receipts', () => {
    for (const { name, derived, corrects, derivedFrom } of receipts) {
      if (corrects !== undefined || derivedFrom !== undefined) expect([name, derived]).toEqual([name, true]);
      if (DOCUMENTED.includes(name)) expect([name, derived]).toEqual([name, false]);
    }
  });

  it('cover every type except the credit note, which has the form of a refund', () => {
    const types = new Set(receipts.map(({ transaction }) => (transaction as Transaction).type));
    expect([...types].sort()).toEqual(['exchange', 'refund', 'sale', 'void']);
  });

  it('include a food receipt that is valid if rate windows are off', () => {
    const { options: _, ...receipt } = named('derived-food-rate-window');
    expect(validateReceipt(registry, receipt).valid).toBe(true);
  });
});
