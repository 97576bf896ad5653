import fc from 'fast-check';
import { createRegistry, definePack, type Rule, type RuleRun, type Transaction } from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { invalidTransaction, validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { SE_MOMS } from '../../packs/se-receipt-1/rates';
import { MUTATIONS } from '../../src/testing/mutations/index';
import { SEED } from '../support/numbers';

const DRAWS = 2000;

class Tally {
  readonly counts = new Map<string, number>();
  add(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
  /** What was met fewer times than it should be. */
  below(least: number, keys: readonly string[]): string[] {
    return keys
      .filter((key) => (this.counts.get(key) ?? 0) < least)
      .map((key) => `${key}: ${this.counts.get(key) ?? 0}`);
  }
}

/** The rule with every report counted as `rule code`. */
function counted(rule: Rule, tally: Tally): Rule {
  const check = (run: RuleRun): void => {
    const watched = new Proxy(run, {
      get(target, key) {
        if (key !== 'report') return Reflect.get(target, key, target) as unknown;
        return (...report: Parameters<RuleRun['report']>) => {
          tally.add(`${rule.id} ${report[1]}`);
          target.report(...report);
        };
      },
    });
    // Methods that are called on the view must find the run itself.
    rule.check(watched);
  };
  return { ...rule, check };
}

function countedRegistry(tally: Tally) {
  return createRegistry([definePack({ ...seReceipt1, rules: seReceipt1.rules.map((rule) => counted(rule, tally)) })]);
}

const raisable = (severity: Rule['severity']) =>
  seReceipt1.rules
    .filter((rule) => rule.severity === severity && rule.windows !== true)
    .flatMap(({ id, codes }) => codes.map((code) => `${id} ${code}`));

describe('distribution', () => {
  it('invalid documents hit every code of every rule', () => {
    const tally = new Tally();
    const registry = countedRegistry(tally);
    for (const { document, business } of fc.sample(invalidTransaction(seReceipt1), { seed: SEED, numRuns: DRAWS })) {
      registry.validate(document, business);
    }
    expect(tally.below(5, raisable('error'))).toEqual([]);
  });

  it('invalid documents have every kind of fault that the pack has a rule for', () => {
    const tally = new Tally();
    for (const { mutation } of fc.sample(invalidTransaction(seReceipt1), { seed: SEED, numRuns: DRAWS }))
      tally.add(mutation);
    // Sweden lets electronic payments be rounded.
    const names = MUTATIONS.map(({ name }) => name).filter((name) => name !== 'rounding of an electronic payment');
    expect(tally.below(5, names)).toEqual([]);
  });

  it('valid documents hit every warning', () => {
    const tally = new Tally();
    const registry = countedRegistry(tally);
    for (const deviating of [false, true]) {
      const documents = fc.sample(validTransaction(seReceipt1, { deviating }), { seed: SEED, numRuns: DRAWS / 2 });
      for (const document of documents) expect(registry.validate(document, { country: 'SE' }).valid).toBe(true);
    }
    expect(tally.below(10, raisable('warning'))).toEqual([]);
  });

  it('valid documents are of every kind', () => {
    const tally = new Tally();
    for (const document of fc.sample(validTransaction(seReceipt1), { seed: SEED, numRuns: DRAWS })) {
      for (const trait of new Set(traitsOf(document))) tally.add(trait);
    }
    const enums = ['sale', 'refund', 'void', 'credit_note', 'exchange', 'cash', 'card', 'mobile', 'transfer', 'other'];
    const rates = SE_MOMS.map(({ rate }) => `SE_MOMS ${rate}`);
    const categories = ['S', 'Z', 'E', 'O', 'AE'];
    const traits = [
      'weighed',
      'discount',
      'returned',
      'net prices',
      'negative total',
      'rounded by cash',
      'rounded by card',
      'large',
      'unicode',
    ];
    expect(
      tally.below(20, [...enums, ...rates, ...categories, ...traits, 'SE_MOMS', 'EU_VAT', '1 lines', '8 lines']),
    ).toEqual([]);
  });
});

function traitsOf({ type, payment, tax, items, totals }: Transaction): string[] {
  const traits: [string, boolean][] = [
    ['weighed', items.some(({ quantity }) => !Number.isInteger(quantity))],
    ['discount', totals.discount > 0],
    ['returned', items.some(({ amount }) => amount < 0)],
    ['net prices', !tax.pricesIncludeTax],
    ['negative total', totals.total < 0],
    [`rounded by ${payment.method}`, (totals.rounding ?? 0) !== 0],
    ['large', totals.subtotal > 2 ** 45],
    ['unicode', items.some(({ name }) => /[^\u0000-\u007f]/.test(name))],
  ];
  return [
    ...[type, payment.method, tax.scheme, `${items.length} lines`],
    ...items.flatMap(({ taxRate, taxCategory }) => [taxCategory, `${tax.scheme} ${taxRate}`]),
    ...traits.flatMap(([name, holds]) => (holds ? [name] : [])),
  ];
}
