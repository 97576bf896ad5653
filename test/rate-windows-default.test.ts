import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { roReceipt1 } from 'receipt-rule-packs/packs/ro-receipt-1';
import { describe, expect, it } from 'vitest';
import { brief } from './support/cases';
import { documentOf } from './support/document-of';

const registry = createRegistry(packs);

describe('rateWindows', () => {
  const romanian = (date: string) => documentOf(roReceipt1.law, { date, lines: [{ rate: 19 }] });
  // A business without the duty to use a fiscal device, so that only rates are checked.
  const RO = { country: 'RO', duties: { amef: false } } as const;
  const EXPECTED = [{ field: 'items[0].taxRate', code: 'rate_not_in_window' }];

  it('defaults to warn, in a registry and in a pack', () => {
    const result = registry.validate(romanian('2026-03-02'), RO);
    expect([result.valid, brief(result.warnings)]).toEqual([true, EXPECTED]);
    expect(registry.validate(romanian('2026-03-02'), RO, { rateWindows: 'warn' })).toEqual(result);
    expect(registry.validate(romanian('2026-03-02'), RO, { rateWindows: 'off' }).warnings).toEqual([]);
    expect(registry.validate(romanian('2025-03-02'), RO).warnings).toEqual([]);
    expect(brief(roReceipt1.check(romanian('2026-03-02') as never, RO))).toEqual(EXPECTED);
  });

  it('checks each document on its own date, regardless of the previous document', () => {
    const days = ['2026-03-02', '2025-03-02', '2026-03-03', '2025-03-02', '2025-03-02', '2026-03-02'];
    const warned = days.map((day) => registry.validate(romanian(day), RO).warnings.length);
    expect(warned).toEqual([1, 0, 1, 0, 0, 1]);
  });

  it('skips lines that are not objects', () => {
    const document = romanian('2026-03-02') as { items: unknown[] };
    const { issues, warnings } = registry.validate({ ...document, items: [null, ...document.items] }, RO);
    expect(brief(issues)).toContainEqual({ field: 'items[0]', code: 'invalid_type' });
    expect(brief(warnings)).toContainEqual({ field: 'items[1].taxRate', code: 'rate_not_in_window' });
  });
});
