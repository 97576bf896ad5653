import { lawFault } from '../law/law-fault.js';
import type { ReceiptLaw } from '../law/types.js';
import { sharedRules } from '../rules/shared-rules.js';
import { TOPICS_OF_SOME_LAWS } from '../rules/some-laws.js';
import { assertArgument } from '../usage/assert.js';
import { UsageError } from '../usage/usage-error.js';
import { packFault } from './define-pack.js';
import { packOf } from './pack-of.js';
import type { LawPack, Rule } from '../rule/types.js';

/**
 * Creates a rule pack from a law: the shared rules, applied to this law, and the pack's custom rules.
 *
 * See docs/guides/write-a-pack.md in the repository.
 *
 * @param ownRules rules that data cannot express, such as a checksum
 * @throws UsageError `invalid_pack` if a part of the law is missing or has the wrong type, if the law contradicts
 * itself, if `disabledRules` names a rule that does not apply to it, or if a custom rule is not valid for `definePack`
 * @example
 * const pack = defineReceiptPack(law);
 * createRegistry([pack]).validate(document, { country: law.country });
 */
export function defineReceiptPack<const Country extends string>(
  law: ReceiptLaw & { readonly country: Country },
  ownRules: readonly Rule[] = [],
): LawPack<Country> {
  assertArgument(Array.isArray(ownRules), 'ownRules', 'an array of rules', ownRules);
  const fault = lawFault(law) ?? unknownRuleFault(law);
  if (fault !== undefined) throw new UsageError('invalid_pack', 'law', `law ${nameOf(law)}: ${fault}`);
  const pack = packOf(law, TOPICS_OF_SOME_LAWS, ownRules);
  const rulesFault = packFault(pack);
  if (rulesFault !== undefined) throw new UsageError('invalid_pack', 'ownRules', `pack ${law.id}: ${rulesFault}`);
  return pack as LawPack<Country>;
}

function unknownRuleFault({ disabledRules = {}, ...law }: ReceiptLaw): string | undefined {
  const ids = new Set(sharedRules(law, TOPICS_OF_SOME_LAWS).map(({ id }) => id));
  const unknown = Object.keys(disabledRules).find((id) => !ids.has(id));
  return unknown === undefined ? undefined : `disabledRules.${unknown}: this law has no such rule`;
}

function nameOf(law: unknown): string {
  const { id } = Object(law) as { id?: unknown };
  return typeof id === 'string' ? id : 'without id';
}
