import fc from 'fast-check';
import { createRegistry, type LawPack, type RateWindows, type Registry } from 'receipt-rule-packs';
import {
  invalidTransaction,
  validTransaction,
  type InvalidTransaction,
  type TransactionOptions,
} from 'receipt-rule-packs/testing';
import { expect, it } from 'vitest';
import type { Mutation } from '../../src/testing/mutation';
import { validatorFor } from '../support/ajv';
import { SEED } from '../support/numbers';

const ORIGINAL = { timestamp: '2024-06-01T12:00:00+02:00' };
const productTaxClass: TransactionOptions['productTaxClass'] = ({ name }) =>
  [undefined, 'food', 'bread', 'meal'][name.length % 4];

/** Kinds of documents: their name, their share of all documents, whether they may have warnings, and their options. */
export const KINDS: readonly (readonly [name: string, share: number, warned: boolean, options: TransactionOptions])[] =
  [
    ['plain', 0.3, false, {}],
    ['unusual', 0.3, true, { unusual: true }],
    ['with deviating tax', 0.1, true, { unusual: true, deviating: true }],
    ["with rates in force on the document's day", 0.15, false, { rateWindows: 'enforce' }],
    [
      "with rates in force on the corrected sale's day",
      0.15,
      true,
      { rateWindows: 'enforce', original: ORIGINAL, productTaxClass, unusual: true },
    ],
  ];

const VALID = { issues: [], warnings: [], isStructured: true };

/** Checks that documents of one kind are valid, and have warnings only if allowed. */
export function holdValid(pack: LawPack, [, , warned, options]: (typeof KINDS)[number], numRuns: number): void {
  const registry = createRegistry([pack]);
  const { rateWindows, productTaxClass, original } = options;
  const isTransaction = validatorFor(pack);
  fc.assert(
    fc.property(validTransaction(pack, options), (transaction) => {
      const { issues, warnings } = registry.validate(
        transaction,
        { country: pack.country },
        // Without the option, documents have rates from any date.
        { rateWindows: rateWindows ?? 'off', productTaxClass, original },
      );
      const isStructured = isTransaction(transaction);
      // Not every document has fiscal data, because the module cannot imitate a device, and documents have any date.
      const others = warnings.filter(({ code }) => code !== 'fiscal_missing' && code !== 'pack_stale');
      expect({ issues, warnings: warned ? [] : others, isStructured }).toEqual(VALID);
    }),
    { seed: SEED, numRuns },
  );
}

/** Checks that documents generated for a pack are valid, and have warnings only if allowed. */
export function drawsValid(pack: LawPack, draws: number): void {
  it.each(KINDS.map((kind) => [kind[0], kind] as const))('generates valid documents: %s', (_, kind) => {
    holdValid(pack, kind, Math.ceil(draws * kind[1]));
  });
}

const SETTINGS: readonly RateWindows[] = ['warn', 'enforce'];

/**
 * Checks that mutations cause exactly the expected issues.
 *
 * @param of the mutation applied to all documents: its rule must report its code
 */
export function holdFaults(
  registry: Registry,
  faults: fc.Arbitrary<InvalidTransaction>,
  numRuns: number,
  of?: Mutation,
): void {
  fc.assert(
    fc.property(faults, ({ document, business, options, mutation, expected }) => {
      const result = registry.validate(document, business, options);
      const issues = result.issues.map(({ field, code }) => ({ field, code }));
      expect({ error: result.valid ? undefined : result.error.code, issues }, mutation).toEqual(expected);
      if (of === undefined) return;
      const raised = result.issues.filter(({ code }) => code === of.code).map(({ rule = 'structure' }) => rule);
      // The rules for extensions are named after their namespaces.
      expect(raised.map((rule) => rule.replace(/^extensions-.*/, 'structure'))).toContain(of.rule ?? 'structure');
    }),
    { seed: SEED, numRuns },
  );
}

/** Checks that every mutated document for a pack has exactly the expected issues. */
export function knowsFaults(pack: LawPack, draws: number): void {
  const registry = createRegistry([pack]);
  it.each(SETTINGS)('predicts every issue that a mutation causes under %s', (rateWindows) => {
    holdFaults(registry, invalidTransaction(pack, { rateWindows }), Math.ceil(draws / SETTINGS.length));
  });
}
