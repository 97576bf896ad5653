/** Documents with mistakes, and what `diagnose` says about them. */
import { readFileSync } from 'node:fs';
import { diagnose } from '../../../src/diagnose/diagnose.js';
import type { Cause, Diagnosis, Operation } from '../../../src/diagnose/types.js';
import { createRegistry, type Registry } from '../../../src/engine/registry.js';
import type { ShopOptions } from '../../../src/engine/shop.js';
import type { Issue } from '../../../src/issues/issue.js';
import type { Business, LawPack } from '../../../src/rule/types.js';
import type { Transaction } from '../../../src/document/types.generated.js';
import { documentOf, type DocumentParts } from '../../../test/support/document-of.js';
import type { Told } from './told.js';

/** A document with mistakes, its issues, and its repair. */
export interface Mistaken {
  readonly business: Business;
  readonly document: unknown;
  /** The document's errors and warnings. */
  readonly found: readonly Issue[];
  readonly diagnosis: Diagnosis;
}

interface Vector {
  readonly business: Business;
  readonly document: unknown;
}

/** The documents have no fiscal device data, and their rates may not be in force on their dates. */
const OF_VECTORS: ShopOptions = { rateWindows: 'off', severities: { fiscal_missing: 'off' } };
const VECTORS = 'test/diagnose/vectors.jsonl';

export function mistaken(
  registry: Registry,
  document: unknown,
  business: Business,
  options: ShopOptions = {},
): Mistaken {
  const shop = registry.shop(business, options);
  const { issues, warnings } = shop.validate(document);
  return { business, document, found: [...issues, ...warnings], diagnosis: diagnose(shop, document) };
}

/** The simplest document for each cause code: the one with the fewest causes, issues and lines. */
export function exampleOfCauses({ packs, cases }: Told): ReadonlyMap<string, Mistaken> {
  const registry = createRegistry(packs);
  const vectors = readFileSync(VECTORS, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector)
    .map(({ document, business }) => mistaken(registry, document, business, OF_VECTORS));
  // Cases with a single issue illustrate the causes that no vector shows.
  const single = cases.flatMap(({ input, business, found, kind, pack, rateWindows }) =>
    kind === 'firing' && found.length === 1 && 'document' in input && pack === packs[0]!.id
      ? [mistaken(registry, input.document, business, { rateWindows })]
      : [],
  );
  const examples = new Map<string, Mistaken>();
  for (const one of [...vectors, ...single, ...furtherMistakes(registry, packs)].sort(byPlainness)) {
    for (const { code } of one.diagnosis.causes) if (!examples.has(code)) examples.set(code, one);
  }
  return examples;
}

const byPlainness = (a: Mistaken, b: Mistaken): number => plainness(a) - plainness(b);

function plainness({ diagnosis: { causes, result }, found, document }: Mistaken): number {
  const { items } = Object(document) as { items?: unknown };
  const lines = Array.isArray(items) ? items.length : 0;
  return causes.length * 1000 + (result.valid ? 0 : 500) + found.length * 10 + lines;
}

/** The field that a JSON Pointer names: `items[0].taxAmount`. */
export const fieldAt = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((field, step) => (/^\d+$/.test(step) ? `${field}[${step}]` : field === '' ? step : `${field}.${step}`), '');

export const fieldsOf = (changes: readonly Operation[]): string[] => changes.map(({ path }) => fieldAt(path));

/** A cause's changes, one per line. */
export function changeLines({ changes }: Cause, document: unknown): string[] {
  return changes.map((change) => {
    const before = valueAt(document, change.path);
    const was = before === undefined ? '' : `${JSON.stringify(before)} `;
    return `${fieldAt(change.path)}  ${was}→ ${change.op === 'remove' ? 'left out' : JSON.stringify(change.value)}`;
  });
}

function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => (Object(value) as Readonly<Record<string, unknown>>)[step], document);
}

type Fields = Readonly<Record<string, unknown>>;

/** Plain sales with one mistake each, for causes that neither vectors nor cases show on their own. */
function furtherMistakes(registry: Registry, packs: readonly LawPack[]): Mistaken[] {
  const sale = (country: string, parts: DocumentParts, change: (sale: Transaction) => Fields): Mistaken => {
    const { law } = packs.find((pack) => pack.country === country)!;
    const plain = documentOf(law, parts);
    return mistaken(registry, { ...plain, ...change(plain) }, { country }, OF_VECTORS);
  };
  const cents = (amount: number, percent: number): number => Math.round((amount * percent) / 100);
  return [
    sale('NO', {}, () => ({ profileId: 'no-receipt-2' })),
    sale('NO', {}, () => ({ payment: { method: 'card', last4: '4111111111111111' } })),
    sale('NO', {}, ({ items, tax }) => ({
      items: items.map((line) => ({ ...line, taxRate: line.taxRate * 100 })),
      tax: { ...tax, summary: tax.summary.map((entry) => ({ ...entry, rate: entry.rate * 100 })) },
    })),
    sale('US', { lines: [{ unitPrice: 10_000, rate: 8 }] }, ({ items }) => ({
      items: items.map((line) => ({ ...line, taxAmount: 741 })),
    })),
    sale('US', { lines: [{ unitPrice: 10_000, rate: 8 }], jurisdictions: [0, 0] }, ({ tax }) => ({
      tax: {
        ...tax,
        jurisdictions: tax.jurisdictions!.map((one, i) => (i === 0 ? { ...one, taxAmount: one.taxAmount + 50 } : one)),
      },
    })),
    sale('NO', {}, ({ items, tax, totals }) => ({
      items: items.map((line) => ({ ...line, taxAmount: cents(line.amount, 3) })),
      tax: { ...tax, summary: tax.summary.map((entry) => ({ ...entry, taxableAmount: 1, taxAmount: 2 })) },
      totals: { ...totals, subtotal: 5, tax: 7, total: 11 },
    })),
  ];
}
