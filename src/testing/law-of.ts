import type { LawPack, RulePack } from '../rule/types.js';
import { mustBe } from '../usage/usage-error.js';
import { show } from '../text/show.js';

/**
 * Checks that a pack has a law, from which documents can be generated.
 *
 * @throws UsageError `invalid_pack` for a pack without a law
 */
export function withLaw(pack: RulePack): LawPack {
  const { id, law } = Object(pack) as Partial<RulePack>;
  if (law !== undefined) return pack as LawPack;
  const found = typeof id === 'string' ? `${show(id)}, which has none` : show(pack);
  const wanted = 'a pack with a law to generate documents from (use defineReceiptPack, or definePack with a law)';
  throw mustBe('invalid_pack', 'pack', wanted, found);
}

/** Whether the pack has a rule. It lacks shared rules that do not apply under its law, or that the law disables. */
export function hasRule({ rules }: RulePack, id: string): boolean {
  return rules.some((rule) => rule.id === id);
}
