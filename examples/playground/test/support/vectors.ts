import { readdirSync, readFileSync } from 'node:fs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { wholeFile } from '../../../../scripts/generate/vectors.js';
import { expandVectors, type ExpandedVector } from '../../build/vectors.js';
import type { Setting } from '../../src/verdict.js';

const VECTORS = new URL('../../../../vectors/', import.meta.url);

/**
 * Reads the vectors of all packs, or of one pack, except those whose input is bytes, and those about unknown product
 * tax classes, because the playground takes a category that is not a known class for free text.
 */
export function vectors(pack = ''): ExpandedVector[] {
  const files = readdirSync(VECTORS).filter((file) => file.endsWith('-receipt-1.json') && file.startsWith(pack));
  return usable(files.map((file) => readFileSync(new URL(file, VECTORS), 'utf8')));
}

/** Returns all vectors of se-receipt-1. The package contains only some of these vectors. */
export const allOfSweden = (): ExpandedVector[] => usable([wholeFile(seReceipt1)]);

function usable(files: readonly string[]): ExpandedVector[] {
  return files
    .flatMap((text) => expandVectors(JSON.parse(text)))
    .filter(({ document, text }) => document !== undefined || text !== undefined)
    .filter(({ code }) => code !== 'product_tax_class_unknown');
}

/** Returns the document of a vector as the text to open in the page. */
export function asText({ document, text, options = {} }: ExpandedVector): string {
  const { productTaxClass } = options;
  if (document === undefined) return text!;
  const items = (document as { items?: unknown }).items;
  if (productTaxClass === undefined || !Array.isArray(items)) return JSON.stringify(document);
  // The page reads the product tax class of a line from its category.
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
