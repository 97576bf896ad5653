import { describe, expect, it } from 'vitest';
import { createRegistry, type ShopOptions } from 'receipt-rule-packs';
import { applyCauses, diagnose, type Cause, type Operation } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { jsonLines, only } from '../support/json-lines';
import { isNearlyAlike } from './support/alike';

interface ExpectedCause {
  readonly code: string;
  readonly changes?: readonly Operation[];
  readonly business?: { readonly country: string };
  readonly oneOf?: readonly string[];
}

interface Vector {
  readonly name: string;
  readonly business: { readonly country: string };
  readonly document: unknown;
  readonly expected: {
    readonly causes: readonly ExpectedCause[];
    readonly count: number;
    /** The changes of all causes together, if not stated per cause. */
    readonly changes?: readonly Operation[];
  };
}

const OPERATION = only('op', 'path', 'value');
const VECTORS = jsonLines(new URL('vectors.jsonl', import.meta.url), {
  ...only('name', 'document'),
  business: only('country'),
  expected: {
    causes: { ...only('code', 'oneOf'), changes: OPERATION, business: only('country') },
    ...only('count'),
    changes: OPERATION,
  },
}) as readonly Vector[];

const registry = createRegistry(packs);

/** The documents lack fiscal data, have rates from any date, and may have fractions of forints. */
const optionsIn = (country: string): ShopOptions => ({
  rateWindows: 'off',
  severities: { fiscal_missing: 'off', ...(country === 'HU' && { 'currency-unit': 'off' }) },
});

/** The repaired documents: with the first option of each cause, and with each other option in turn. */
function repairs(document: unknown, causes: readonly Cause[]): unknown[] {
  const choices = causes.flatMap((cause, i) =>
    (cause.options ?? []).map((option) =>
      causes.map((one, j) => (j === i ? { ...one, changes: option.changes } : one)),
    ),
  );
  return [causes, ...choices].map((chosen) => applyCauses(document, chosen));
}

function expectCountry(cause: Cause, { business, oneOf }: ExpectedCause): void {
  const offered = cause.options?.map(({ country }) => country) ?? [cause.country];
  expect(offered).toContain(business!.country);
  if (oneOf === undefined) return;
  expect(cause.confidence).toBe('choose');
  expect([...offered].sort()).toEqual([...oneOf].sort());
}

describe("diagnose finds a vector's causes", () => {
  it.each(VECTORS)('$name', ({ business, document, expected }) => {
    const { causes } = diagnose(registry.shop(business, optionsIn(business.country)), document);
    const byCode = (a: { code: string }, b: { code: string }): number => (a.code < b.code ? -1 : 1);
    expect(causes.map(({ code }) => code).sort()).toEqual(expected.causes.map(({ code }) => code).sort());
    expect(causes).toHaveLength(expected.count);
    const found = [...causes].sort(byCode);
    [...expected.causes].sort(byCode).forEach((cause, i) => {
      if (cause.business !== undefined) expectCountry(found[i]!, cause);
    });
    const changes = expected.changes ?? expected.causes.flatMap((cause) => cause.changes ?? []);
    const wanted = applyCauses(document, [{ changes }]);
    expect(repairs(document, causes).some((repaired) => isNearlyAlike(repaired, wanted))).toBe(true);
  });
});
