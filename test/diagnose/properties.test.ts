import fc from 'fast-check';
import { createRegistry, type Shop } from 'receipt-rule-packs';
import { applyCauses, diagnose, type DiagnoseOptions } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { invalidTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { DRAWS, SEED } from '../support/numbers';
import { breakDocument } from './support/broken';
import { MISTAKES } from './support/mistakes';

const registry = createRegistry(packs);
const SOME = packs.filter(({ country }) => ['SE', 'NO', 'US', 'DE', 'PT', 'HU'].includes(country));

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** Checks what must hold for any document's diagnosis. */
function expectPromises(shop: Shop, document: unknown, options: DiagnoseOptions = {}): void {
  const before = structuredClone(document);
  const diagnosis = diagnose(shop, frozen(document), options);
  const { causes, result, validations } = diagnosis;
  expect(document).toEqual(before);
  expect(validations).toBeLessThanOrEqual(options.maxValidations ?? 300);
  const first = shop.validate(document);
  const key = ({ field, code, severity }: { field: string; code: string; severity: string }): string =>
    `${severity} ${code} ${field}`;
  const shown = new Set([...first.issues, ...first.warnings, ...causes.flatMap(({ leaves }) => leaves)].map(key));
  const explained = new Set(causes.flatMap(({ explains }) => explains).map(key));
  expect(explained).toEqual(shown);
  expect(applyCauses(document, causes)).toEqual(diagnosis.document);
  const { pack, business } = diagnosis.shop;
  const after = registry
    .shop({ country: pack?.country ?? business.country }, shop.options)
    .validate(diagnosis.document);
  expect(after.issues).toEqual(result.issues);
  expect(after.warnings).toEqual(result.warnings);
  expect(diagnose(shop, document, options).causes).toEqual(causes);
}

describe('any diagnosis keeps its guarantees', () => {
  it.each(SOME.map((pack) => [pack.country, pack] as const))(
    'for a document with one mutation, %s',
    (country, pack) => {
      const shop = registry.shop({ country });
      const drawn = fc.sample(invalidTransaction(pack), { seed: SEED, numRuns: Math.ceil(DRAWS / 10) });
      for (const { document } of drawn) expectPromises(shop, JSON.parse(JSON.stringify(document)));
    },
  );

  it.each(SOME.map((pack) => [pack.country, pack] as const))(
    'for a document with several mistakes, %s',
    (country, pack) => {
      const shop = registry.shop({ country });
      for (let draw = 0; draw < DRAWS / 20; draw++) {
        const mistakes = [0, 1, 2].map((i) => MISTAKES[(draw * 7 + i * 11) % MISTAKES.length]!);
        const broken = breakDocument(registry, pack, mistakes, SEED + draw);
        if (broken !== undefined) expectPromises(shop, broken.document, { maxValidations: 1 + ((draw * 29) % 120) });
      }
    },
  );

  it('for any JSON value, and for a document that contains one', () => {
    const shop = registry.shop({ country: 'NO' });
    const [{ document }] = fc.sample(invalidTransaction(SOME[0]!), { seed: SEED, numRuns: 1 }) as unknown as [
      { document: object },
    ];
    const whole = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
    const parts = Object.keys(whole);
    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.jsonValue({ maxDepth: 3 }), fc.boolean(), (part, value, isPart) => {
        expectPromises(shop, structuredClone(isPart ? { ...whole, [part]: value } : value), { maxValidations: 60 });
      }),
      { numRuns: DRAWS },
    );
  });
});
