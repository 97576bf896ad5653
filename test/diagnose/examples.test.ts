import { fileURLToPath } from 'node:url';
import { createRegistry, type LineItem } from 'receipt-rule-packs';
import { diagnose } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';
import { readReceipts, type ExampleReceipt } from '../../examples/lib/verdicts.mjs';

const registry = createRegistry(packs);
const FOLDER = fileURLToPath(new URL('../../examples/receipts', import.meta.url));
const refused = readReceipts(FOLDER).filter(({ expected }) => !expected.valid);

function diagnosed({ transaction, business, options: { productTaxClass: classes, ...options } = {} }: ExampleReceipt) {
  const { items } = transaction as { readonly items: readonly LineItem[] };
  const productTaxClass = (item: LineItem): string | undefined => classes?.[items.indexOf(item)];
  const shop = registry.shop(business, { ...options, ...(classes && { productTaxClass }) });
  return { before: shop.validate(transaction), ...diagnose(shop, transaction) };
}

describe('rejected example receipts', () => {
  it.each(refused.map((receipt) => [receipt.name, receipt] as const))('are valid after repair: %s', (_, receipt) => {
    const { before, result } = diagnosed(receipt);
    expect(before.valid).toBe(false);
    expect(result.valid).toBe(true);
  });

  it('have at most seven causes per ten issues and warnings', () => {
    const all = refused.map(diagnosed);
    // The receipts have no fiscal data.
    const isKnown = (issue: { readonly code: string }): boolean => !/^(?:fiscal_missing|pack_stale)$/.test(issue.code);
    const causes = all.flatMap((one) => one.causes).filter(({ explains }) => explains.some(isKnown));
    const issues = all.flatMap(({ before }) => [...before.issues, ...before.warnings]).filter(isKnown);
    expect(causes.length / issues.length).toBeLessThanOrEqual(0.71);
    expect(causes.filter(({ code }) => code === 'recompute').length).toBeLessThanOrEqual(1);
  });
});
