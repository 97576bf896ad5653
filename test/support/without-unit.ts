import { defineReceiptPack, type LawPack } from 'receipt-rule-packs';

/**
 * A pack without currency units above the minor unit, because tests compare random drafts with exact figures in minor
 * units. test/complete/whole-units.test.ts tests whole units.
 */
export function withoutUnit(pack: LawPack): LawPack {
  const { law } = pack;
  if (law.currencies.every(({ unit }) => unit === undefined)) return pack;
  return defineReceiptPack({ ...law, currencies: law.currencies.map(({ unit: _, ...rest }) => rest) });
}
