import { ISSUE_CODES } from '../issue-codes.js';
import type { Severity } from '../issue.js';
import { show } from '../show.js';
import type { RulePack, Severities } from './types.js';

/** The severity of an issue. The setting for the rule's id comes before the one for the code. */
export function severityOf(severities: Severities, rule: string, code: string, declared: Severity): Severity | 'off' {
  if (Object.hasOwn(severities, rule)) return severities[rule]!;
  return Object.hasOwn(severities, code) ? severities[code]! : declared;
}

/**
 * Checks the severities that a caller gives.
 *
 * @throws TypeError for a key that is neither a code of the library nor a rule or code of the packs, and for a wrong
 * value
 */
export function checkSeverities(name: string, severities: unknown, packs: Iterable<RulePack>): void {
  if (typeof severities !== 'object' || severities === null || Array.isArray(severities)) {
    throw new TypeError(
      `${name} must be an object such as { tax_amount_deviates: 'error' }, found ${show(severities)}`,
    );
  }
  for (const [key, value] of Object.entries(severities)) {
    if (value !== 'error' && value !== 'warning' && value !== 'off')
      throw new TypeError(`${name}: ${key} must be 'error', 'warning' or 'off', found ${show(value)}`);
    if (!isKnown(key, packs)) {
      throw new TypeError(
        `${name}: ${key} is neither a code of this library nor the id of a rule of a registered pack`,
      );
    }
  }
}

function isKnown(key: string, packs: Iterable<RulePack>): boolean {
  if (Object.hasOwn(ISSUE_CODES, key)) return true;
  for (const { rules } of packs) if (rules.some(({ id, codes }) => id === key || codes.includes(key))) return true;
  return false;
}
