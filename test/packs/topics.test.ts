import { defineReceiptPack } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { describe, expect, it } from 'vitest';

describe('a built-in pack', () => {
  it.each(packs)('imports every topic that has rules under its law: $id', ({ law, rules }) => {
    const shared = defineReceiptPack(law).rules.map(({ id }) => id);
    expect(shared.length).toBeGreaterThan(15);
    expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining(shared));
  });
});
