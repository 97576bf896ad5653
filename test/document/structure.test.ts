import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { createRegistry, definePack, fieldPath } from 'receipt-rule-packs';
import { transaction as schema } from 'receipt-rule-packs/schemas';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { setOwn } from '../support/changes';
import { SEED } from '../support/numbers';

/** A pack without rules, so that only the structure is checked. */
const structureOnly = definePack({
  id: 'se-receipt-1',
  country: 'SE',
  documentTier: 'receipt',
  currency: 'SEK',
  schemes: ['SE_MOMS'],
  rules: [
    {
      id: 'nothing',
      severity: 'error',
      codes: ['required'],
      summary: 'Nothing.',
      source: 'Test',
      reads: ['type'],
      check: () => undefined,
    },
  ],
});
const registry = createRegistry([structureOnly]);
const judge = (document: unknown) => registry.validate(document, { country: 'SE' });

const isTransaction = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

interface Fault {
  readonly field: string;
  readonly unknown: boolean;
}

/** What ajv finds, one entry per field. */
function ajvFaults(document: unknown): Fault[] {
  if (isTransaction(document)) return [];
  const faults = isTransaction.errors!.map(({ instancePath, keyword, params }): Fault => {
    const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
    const below = missingProperty ?? additionalProperty;
    const steps = instancePath
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const path = [
      ...steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
      ...(below === undefined ? [] : [below]),
    ];
    return { field: fieldPath(path), unknown: keyword === 'additionalProperties' };
  });
  return faults;
}

const fields = (faults: readonly { readonly field: string }[]) => [...new Set(faults.map(({ field }) => field))].sort();

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 53),
  Number.MAX_SAFE_INTEGER,
  1e308,
  '',
  'x',
  'SEK',
  'sale',
  '4242',
  'sv-SE',
  '2026-11-21T10:00:00Z',
  '2026-02-29T10:00:00Z',
  'a\u0000',
  '\ud800',
  '🧾',
  'receipt',
  'full_invoice',
  'S',
  'EU_VAT',
  [],
  {},
  [null],
  [{}],
  { amount: 1 },
  { id: 'x' },
  { se: 1 },
];
const KEYS = [
  'id',
  'name',
  'type',
  'amount',
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'odd key',
  '',
  'x',
];

const damage = fc.record({
  where: fc.nat(),
  key: fc.nat(),
  value: fc.constantFrom(...VALUES),
  how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'append'),
});

/** Invalid documents whose faults JSON can express. */
const damaged = fc
  .tuple(validTransaction(seReceipt1), fc.array(damage, { minLength: 1, maxLength: 5 }))
  .map(([transaction, damages]) => {
    const document = JSON.parse(JSON.stringify(transaction)) as Record<string, unknown>;
    for (const { where, key, value, how } of damages) {
      const holders = objectsIn(document);
      const holder = holders[where % holders.length]!;
      const keys = Object.keys(holder);
      const name = keys[key % Math.max(keys.length, 1)];
      const fresh: unknown = JSON.parse(JSON.stringify(value));
      if (Array.isArray(holder)) {
        if (how === 'append' || keys.length === 0) holder.push(fresh);
        else if (how === 'remove') holder.splice(Number(name), 1);
        else holder[Number(name)] = fresh;
      } else if (how === 'add' || how === 'append' || name === undefined) {
        setOwn(holder, KEYS[key % KEYS.length]!, fresh);
      } else if (how === 'remove') {
        Reflect.deleteProperty(holder, name);
      } else {
        setOwn(holder, name, fresh);
      }
    }
    // The library checks the profile before the structure, and ajv does not check the profile at all.
    delete document.profileId;
    return document;
  });

function objectsIn(value: unknown, found: object[] = []): object[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value);
  for (const [key, member] of Object.entries(value))
    if (key !== 'metadata' && key !== 'extensions') objectsIn(member, found);
  return found;
}

describe('the structure check', () => {
  it('has the same verdict as ajv with the same schema, for each field', () => {
    const outcomes = { valid: 0, faults: 0, unknown: 0 };
    fc.assert(
      fc.property(damaged, (document) => {
        const faults = ajvFaults(document);
        const unknown = faults.filter((fault) => fault.unknown);
        outcomes[unknown.length > 0 ? 'unknown' : faults.length > 0 ? 'faults' : 'valid']++;
        const result = judge(document);
        expect(result.valid).toBe(faults.length === 0);
        // If a document has unknown fields, the library reports only these.
        expect(fields(result.issues)).toEqual(fields(unknown.length > 0 ? unknown : faults));
      }),
      { seed: SEED, numRuns: 1500 },
    );
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(40);
  });

  it('reports one issue per field', () => {
    fc.assert(
      fc.property(damaged, (document) => {
        const { issues } = judge(document);
        expect(fields(issues)).toHaveLength(issues.length);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  // Documents on which ajv and the library disagree, and why.
  it.each<[string, object, boolean, boolean]>([
    ['undefined counts as absent', { locale: undefined, zzz: undefined }, false, true],
    ['metadata nested 201 levels deep', { metadata: nested(201) }, true, false],
    ['a non-finite number in metadata', { metadata: { a: Infinity } }, true, false],
    ['a different profile', { profileId: 'x' }, true, false],
    ['a function in metadata', { metadata: { a: () => 1 } }, true, false],
  ])('differs from ajv on purpose: %s', (_, more, byAjv, byUs) => {
    const [transaction] = fc.sample(validTransaction(seReceipt1), { seed: SEED, numRuns: 1 });
    const document = { ...transaction, ...more };
    expect([isTransaction(document), judge(document).valid]).toEqual([byAjv, byUs]);
  });
});

function nested(levels: number): object {
  let value: object = {};
  for (let level = 1; level < levels; level++) value = { a: value };
  return value;
}
