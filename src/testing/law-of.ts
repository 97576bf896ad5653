import type { LawPack, RulePack } from '../rule/types.js';
import { mustBe } from '../usage/usage-error.js';
import { show } from '../text/show.js';

/**
 * Checks that a pack has the law that documents are drawn from.
 *
 * @throws UsageError `invalid_pack` for a pack that was not made from a law
 */
export function withLaw(pack: RulePack): LawPack {
  const { id, law } = Object(pack) as Partial<RulePack>;
  if (law !== undefined) return pack as LawPack;
  const found = typeof id === 'string' ? `${show(id)}, which has none` : show(pack);
  const wanted = 'a pack with a law to draw documents from (defineReceiptPack makes one, and definePack takes a law)';
  throw mustBe('invalid_pack', 'pack', wanted, found);
}

/** Whether the pack has a rule. A shared rule may not apply under its law, or the law may disable it. */
export function hasRule({ rules }: RulePack, id: string): boolean {
  return rules.some((rule) => rule.id === id);
}
