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

/** Kinds of documents, the share of each, and whether they may raise warnings. */
export const KINDS: readonly (readonly [name: string, share: number, warned: boolean, options: TransactionOptions])[] =
  [
    ['plain', 0.3, false, {}],
    ['unusual', 0.3, true, { unusual: true }],
    ['with deviating tax', 0.1, true, { unusual: true, deviating: true }],
    ['with rates of their day', 0.15, false, { rateWindows: 'enforce' }],
    [
      'with rates of the day of what they correct',
      0.15,
      true,
      { rateWindows: 'enforce', original: ORIGINAL, productTaxClass, unusual: true },
    ],
  ];

const VALID = { issues: [], warnings: [], isStructured: true };

/** Documents of one kind are valid, and raise warnings if requested. */
export function holdValid(pack: LawPack, [, , warned, options]: (typeof KINDS)[number], numRuns: number): void {
  const registry = createRegistry([pack]);
  const { rateWindows, productTaxClass, original } = options;
  const isTransaction = validatorFor(pack);
  fc.assert(
    fc.property(validTransaction(pack, options), (transaction) => {
      const { issues, warnings } = registry.validate(
        transaction,
        { country: pack.country },
        // Without the option, rates are drawn for any day.
        { rateWindows: rateWindows ?? 'off', productTaxClass, original },
      );
      const isStructured = isTransaction(transaction);
      // The kit draws data of a device at times only: those of a real one cannot be drawn. It draws any day.
      const others = warnings.filter(({ code }) => code !== 'fiscal_missing' && code !== 'pack_stale');
      expect({ issues, warnings: warned ? [] : others, isStructured }).toEqual(VALID);
    }),
    { seed: SEED, numRuns },
  );
}

/** Documents drawn for a pack are valid, and raise warnings if requested. */
export function drawsValid(pack: LawPack, draws: number): void {
  it.each(KINDS.map((kind) => [kind[0], kind] as const))('draws valid documents: %s', (_, kind) => {
    holdValid(pack, kind, Math.ceil(draws * kind[1]));
  });
}

const SETTINGS: readonly RateWindows[] = ['warn', 'enforce'];

/**
 * Faults that are drawn have the issues that were expected, and no others.
 *
 * @param of the fault that all of them are: its rule raises its code
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
      // The rules of extensions are named after their namespaces.
      expect(raised.map((rule) => rule.replace(/^extensions-.*/, 'structure'))).toContain(of.rule ?? 'structure');
    }),
    { seed: SEED, numRuns },
  );
}

/** Every mutated document for a pack has the expected issues, and no others. */
export function knowsFaults(pack: LawPack, draws: number): void {
  const registry = createRegistry([pack]);
  it.each(SETTINGS)('knows every issue of a fault under %s', (rateWindows) => {
    holdFaults(registry, invalidTransaction(pack, { rateWindows }), Math.ceil(draws / SETTINGS.length));
  });
}
