import { schemesOf } from '../law/schemes.js';
import type { ReceiptLaw } from '../law/types.js';
import { sharedRules, type RuleTopic } from '../rules/shared-rules.js';
import { checkOf } from './define-pack.js';
import type { LawPack, Rule } from '../rule/types.js';

/**
 * Creates a pack from a law that has already been checked, such as one in packs/. The pack creates its rules on first
 * use.
 *
 * @param topics the optional topics that this law needs
 */
export function packOf(law: ReceiptLaw, topics: readonly RuleTopic[], ownRules: readonly Rule[] = []): LawPack {
  let made: readonly Rule[] | undefined;
  const pack = {
    id: law.id,
    country: law.country,
    documentTier: law.documentTier,
    currency: law.currencies.at(-1)!.code,
    schemes: schemesOf(law),
    law,
    get rules(): readonly Rule[] {
      return (made ??= Object.freeze([...sharedRules(law, topics), ...ownRules]));
    },
  };
  return Object.assign(pack, { check: checkOf(pack) });
}
