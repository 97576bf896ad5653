import type { Severity } from '../issues/issue.js';
import { invalidOption } from '../usage/assert.js';
import { isObject } from '../usage/option-tests.js';
import { UsageError } from '../usage/usage-error.js';
import type { RulePack, Severities } from './types.js';

/** The severity of an issue. A setting for the rule's id overrides a setting for the code. */
export function severityOf(severities: Severities, rule: string, code: string, declared: Severity): Severity | 'off' {
  if (Object.hasOwn(severities, rule)) return severities[rule]!;
  return Object.hasOwn(severities, code) ? severities[code]! : declared;
}

/**
 * Checks the severities that a caller passes.
 *
 * @param where the caller's name for them: `options.severities`
 * @throws UsageError `unknown_option` for a key that is neither a rule's id nor one of its codes, because the setting
 * would have no effect; `invalid_option` for an invalid value
 */
export function checkSeverities(where: string, severities: Severities, packs: Iterable<RulePack>): void {
  if (!isObject(severities))
    throw invalidOption(where, "an object such as { tax_amount_deviates: 'error' }", severities);
  for (const [key, value] of Object.entries(severities)) {
    if (value !== 'error' && value !== 'warning' && value !== 'off')
      throw invalidOption(`${where}.${key}`, "'error', 'warning' or 'off'", value);
    if (!isKnown(key, packs)) {
      throw new UsageError(
        'unknown_option',
        `${where}.${key}`,
        `${where} has no ${key}: no rule of a registered pack has that id or raises that code`,
      );
    }
  }
}

/** The code from `complete` that a caller may lower to a warning. */
const DIFFERS = 'differs_from_source';

function isKnown(key: string, packs: Iterable<RulePack>): boolean {
  if (key === DIFFERS) return true;
  for (const { rules } of packs) if (rules.some(({ id, codes }) => id === key || codes.includes(key))) return true;
  return false;
}
