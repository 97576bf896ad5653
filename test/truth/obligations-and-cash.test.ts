import { readFileSync } from 'node:fs';
import { createRegistry, type Business, type Issue, type Severities } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { expect, it } from 'vitest';

/** A small document with the verdict that it must get. */
interface TruthCase {
  readonly id: string;
  readonly country: string;
  /** Absent: the country alone. */
  readonly business?: Business;
  readonly options?: { readonly severities?: Severities };
  readonly expect: {
    readonly valid: boolean;
    /** `code@field`, all of them. */
    readonly issues?: readonly string[];
    /** `code` or `code@field`: warnings that are there, and that are not. */
    readonly warnings?: { readonly has?: readonly string[]; readonly not?: readonly string[] };
  };
  readonly document: unknown;
}

const registry = createRegistry(packs);

const cases = readFileSync(new URL('obligations-and-cash.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as TruthCase);

const named = ({ code, field }: Issue): string => `${code}@${field}`;
const isThere = (warnings: readonly Issue[], text: string): boolean =>
  warnings.some((warning) => warning.code === text || named(warning) === text);

it.each(cases.map((one) => [one.id, one] as const))(
  '%s',
  (_, { country, business, options, expect: wanted, document }) => {
    const { valid, issues, warnings } = registry.validate(document, business ?? { country }, options);
    const { has = [], not = [] } = wanted.warnings ?? {};
    expect({
      valid,
      issues: issues.map(named),
      has: has.filter((text) => isThere(warnings, text)),
      not: not.filter((text) => isThere(warnings, text)),
    }).toEqual({ valid: wanted.valid, issues: wanted.issues ?? [], has, not: [] });
  },
);

it('knows every case once', () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});
