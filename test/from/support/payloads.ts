import { createRegistry, defineReceiptPack, type Issue, type Shop, type Transaction } from 'receipt-rule-packs';
import type { Completion } from 'receipt-rule-packs/complete';
import { packs } from 'receipt-rule-packs/packs';
import { expect, it } from 'vitest';
import type { CompleteFromOptions, SellerOptions } from '../../../src/from/core/seller';
import { lawOf } from '../../complete/support/laws';
import { jsonLines, only } from '../../support/json-lines';

/** A payload from a platform's documentation or tests, with the figures that the platform charged. */
export interface PayloadRow {
  readonly id: string;
  /** Where the payload was published. */
  readonly source: string;
  readonly payload: unknown;
  /** The payload of the corrected sale, if `payload` is a correction. */
  readonly sale?: unknown;
  readonly expected: {
    readonly total: number | null;
    readonly tax: number;
    /** The goods, in payload order. */
    readonly lines?: readonly { readonly amount: number; readonly tax: number }[];
    /** The refunded amount, if it differs from the sum of the lines. */
    readonly paidBack?: number;
    readonly tenders?: readonly object[];
  };
  readonly options: Omit<SellerOptions, 'shop' | 'businessId'> & {
    readonly country: string;
    readonly currency?: string;
  };
  /** Whether the payload's figures add up. */
  readonly reconciles: boolean;
  readonly note?: string;
}

type CompleteFrom = (payload: unknown, options: CompleteFromOptions) => Completion;

export function rowsOf(platform: string): readonly PayloadRow[] {
  return jsonLines(new URL(`../payloads/${platform}.jsonl`, import.meta.url), {
    ...only('id', 'source', 'payload', 'sale', 'options', 'reconciles', 'note'),
    expected: { ...only('total', 'tax', 'paidBack', 'tenders'), lines: only('amount', 'tax') },
  }) as readonly PayloadRow[];
}

const registry = createRegistry(packs);

/** A shop under the country's pack or, if a currency is given, under a test law that allows any rate. */
function shopOf(country: string, currency: string | undefined): Shop {
  if (currency === undefined) return registry.shop({ country: country as 'US' });
  return createRegistry([defineReceiptPack(lawOf({ country, currencies: [{ code: currency }] }))]).shop({ country });
}

export function optionsOf({ options: { country, currency, ...seller } }: PayloadRow): SellerOptions {
  return { shop: shopOf(country, currency), businessId: 'biz_1', requireCompleted: false, ...seller };
}

/** The completed document, signed or not. */
export const documentOf = (completion: Completion): Transaction | undefined =>
  completion.valid ? completion.transaction : (completion.unsigned as Transaction | undefined);

/** The sums of the lines with the same platform key, so that split lines are combined. */
export function linesOf({ items, metadata }: Transaction): { amount: number; tax: number }[] {
  const { lines } = metadata!.receiptExtra as { lines: readonly ({ key: string } | null)[] };
  const sums = new Map<string, { amount: number; tax: number }>();
  for (const [i, { amount, taxAmount }] of items.entries()) {
    const key = lines[i]?.key ?? String(i);
    const { amount: a, tax } = sums.get(key) ?? { amount: 0, tax: 0 };
    sums.set(key, { amount: a + amount, tax: tax + taxAmount });
  }
  return [...sums.values()];
}

const codes = (issues: readonly Issue[]): string[] => issues.map(({ code }) => code);

/** Completes a row's document, and before a correction, its sale. @param payload the payload; default: the row's */
function completeRow(row: PayloadRow, completeFrom: CompleteFrom, payload = row.payload): Completion {
  const options = optionsOf(row);
  if (row.sale === undefined) return completeFrom(payload, options);
  const sale = documentOf(completeFrom(row.sale, options))!;
  return completeFrom(payload, { ...options, sale, priorCorrections: [], originalTransactionId: 'tx_1' });
}

/**
 * Tests an adapter with its platform's payloads: each yields the charged figures, or issues if the figures do not add
 * up.
 */
export function testPayloads(platform: string, completeFrom: CompleteFrom): void {
  it.each(rowsOf(platform).map((row) => [row.id, row] as const))(
    'yield the figures that the platform charged, or issues if they do not add up: %s',
    (_, row) => {
      const completion = completeRow(row, completeFrom);
      const document = documentOf(completion);
      const { total, tax, lines, paidBack, tenders } = row.expected;
      if (!row.reconciles) {
        expect(completion.valid).toBe(false);
        expect(document).toBeUndefined();
        if (paidBack !== undefined) expect(codes(completion.issues)).toContain('differs_from_source');
        return;
      }
      expect(completion.issues.filter(({ path }) => path[0] !== 'extensions')).toEqual([]);
      expect(document?.totals).toMatchObject({ total, tax });
      if (lines !== undefined) expect(linesOf(document!).slice(0, lines.length)).toEqual(lines);
      if (tenders !== undefined) expect(document?.metadata?.receiptExtra).toMatchObject({ tenders });
    },
  );
}

const STRANGERS: readonly unknown[] = [
  ...['x', -1, 0.5, true, [], {}, '', 'NaN', 1e21],
  // Names that every object inherits, and an object that cannot be converted to text.
  ...['constructor', '__proto__', { toString: null, valueOf: null }, [null], '9007199254740993'],
];

/** A payload, the function that completes its document, and the expected total. */
interface Sample {
  readonly payload: unknown;
  readonly complete: (payload: unknown) => Completion;
  readonly total: number;
}

/**
 * Removes a field from payloads, or replaces it with null or another value. No changed payload may throw, or yield a
 * different total.
 *
 * @param alone a pattern for the paths of fields that are part of the total, but appear nowhere else in the payload
 */
export function testMutations(platform: string, completeFrom: CompleteFrom, alone = /^$/, runs = 1000): void {
  it(`never yield a different total in ${runs} payloads with a wrong field`, () => {
    const rows = rowsOf(platform).filter(({ expected, reconciles }) => reconciles && expected.total !== null);
    const samples = rows.map((row): Sample => ({
      payload: row.payload,
      complete: (payload) => completeRow(row, completeFrom, payload),
      total: row.expected.total!,
    }));
    holdMutations(samples, runs, alone);
  });
}

/** Like `testMutations`, but for given payloads. */
export function holdMutations(samples: readonly Sample[], runs: number, alone = /^$/): void {
  const random = randomOf(samples.length);
  let refused = 0;
  for (let run = 0; run < runs; run++) {
    const sample = samples[random(samples.length)]!;
    const { payload, what } = mutate(sample.payload, random);
    const completion = sample.complete(payload);
    const document = documentOf(completion);
    if (document === undefined) {
      refused++;
      expect(completion.issues.length, what).toBeGreaterThan(0);
      expect(
        completion.issues.filter(({ field }) => field === 'payload'),
        what,
      ).toEqual([]);
    } else if (!alone.test(what)) expect(document.totals.total, what).toBe(sample.total);
  }
  expect(refused).toBeGreaterThan(0);
}

/** Returns a copy with one field changed. */
export function mutate(given: unknown, random: (below: number) => number): { payload: unknown; what: string } {
  const payload = structuredClone(given);
  const places: { holder: Record<string, unknown>; name: string; path: string }[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      const holder = value as Record<string, unknown>;
      places.push({ holder, name, path: `${path}.${name}` });
      visit(holder[name], `${path}.${name}`);
    }
  };
  visit(payload, '');
  const { holder, name, path } = places[random(places.length)]!;
  const kind = random(3);
  if (kind === 0) {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else Reflect.deleteProperty(holder, name);
  } else if (kind === 1) holder[name] = null;
  else holder[name] = STRANGERS[random(STRANGERS.length)];
  return { payload, what: `${['removed', 'null', JSON.stringify(holder[name])][kind]}: ${path}` };
}

/** A random number generator that returns the same numbers on every run. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
