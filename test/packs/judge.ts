import type { Registry } from 'receipt-rule-packs';
import { optionsOf, type Case, type Expected } from '../support/cases';

export interface Verdict {
  readonly error: string | undefined;
  readonly issues: readonly string[];
  readonly warnings: readonly string[];
}

const texts = (issues: readonly Expected[]): string[] => issues.map(({ field, code }) => `${field} ${code}`).sort();

/** The fields and codes that a registry returns for a case; the vectors test the order. */
export function verdictOn(registry: Registry, c: Case): Verdict {
  const result =
    'json' in c.input
      ? registry.validateJson(c.input.json, c.business, optionsOf(c, undefined))
      : registry.validate(c.input.document, c.business, optionsOf(c, c.input.document));
  return {
    error: result.valid ? undefined : result.error.code,
    issues: texts(result.issues),
    warnings: texts(result.warnings),
  };
}

/** The fields and codes that a case expects. */
export function expectedOf({ error, issues, warnings }: Case): Verdict {
  return { error, issues: texts(issues), warnings: texts(warnings) };
}

/** A case's title, unique within the pack. */
export const titleOf = ({ rule, code, kind, name }: Case): string => `${rule ?? 'own'} ${code} ${kind}: ${name}`;
