import { readdirSync, readFileSync } from 'node:fs';
import { expandVectors, type ExpandedVector } from '../../build/vectors.js';
import type { Setting } from '../../src/verdict.js';

const VECTORS = new URL('../../../../vectors/', import.meta.url);

/**
 * The vectors of all packs, or of one, without bytes, and without unknown product tax classes: in the playground a
 * category that is not a class is free text.
 */
export function vectors(pack = ''): ExpandedVector[] {
  return readdirSync(VECTORS)
    .filter((file) => file.endsWith('-receipt-1.json') && file.startsWith(pack))
    .flatMap((file) => expandVectors(JSON.parse(readFileSync(new URL(file, VECTORS), 'utf8'))))
    .filter(({ document, text }) => document !== undefined || text !== undefined)
    .filter(({ code }) => code !== 'product_tax_class_unknown');
}

/** A vector as the page gets it. */
export function asText({ document, text, options = {} }: ExpandedVector): string {
  const { productTaxClass } = options;
  if (document === undefined) return text!;
  const items = (document as { items?: unknown }).items;
  if (productTaxClass === undefined || !Array.isArray(items)) return JSON.stringify(document);
  // The page takes the class of a line from its category.
  const classed = items.map((item: unknown, i) =>
    typeof item === 'object' && productTaxClass[i] !== undefined ? { ...item, category: productTaxClass[i] } : item,
  );
  return JSON.stringify({ ...(document as object), items: classed });
}

export function settingOf({ business, options = {} }: ExpandedVector): Setting {
  return {
    ...business,
    multiLocation: business.multiLocation ?? false,
    rateWindows: options.rateWindows ?? 'off',
    originalDay: options.original?.slice(0, 10) ?? '',
  };
}
