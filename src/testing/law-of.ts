import type { LawPack, RulePack } from '../pack/types.js';
import { show } from '../show.js';

/**
 * Checks that a pack has a law, from which all documents are drawn.
 *
 * @throws TypeError for a pack that was not made from a law
 */
export function withLaw(pack: RulePack): LawPack {
  const { id, law } = Object(pack) as Partial<RulePack>;
  if (law !== undefined) return pack as LawPack;
  if (typeof id !== 'string')
    throw new TypeError(`the pack must be one that defineReceiptPack makes, found ${show(pack)}`);
  throw new TypeError(
    `pack ${id} has no law, from which documents are drawn: make it with defineReceiptPack, or pass its law to definePack`,
  );
}

/** Whether the pack has a rule. A shared rule may not apply under its law, or the law may leave it out. */
export function hasRule({ rules }: RulePack, id: string): boolean {
  return rules.some((rule) => rule.id === id);
}
