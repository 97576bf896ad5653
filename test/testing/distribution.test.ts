import fc from 'fast-check';
import {
  createRegistry,
  definePack,
  ratesOn,
  type RateWindows,
  type Rule,
  type RuleContext,
  type Transaction,
  type ValidateOptions,
} from 'receipt-rule-packs';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { invalidTransaction, validTransaction } from 'receipt-rule-packs/testing';
import { describe, expect, it } from 'vitest';
import { documentsFor, MUTATIONS } from '../../src/testing/invalid-transaction';
import { MEMBER_STATES } from '../../src/geography/member-states';
import { unionTable } from '../../src/law/union-rates';
import { MAX, SEED } from '../support/numbers';
import { mutationsFile } from '../support/rule-folder';

const DRAWS = 2000;

class Tally {
  readonly counts = new Map<string, number>();
  add(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
  /** The keys that occurred less often than required. */
  below(least: number, keys: readonly string[]): string[] {
    return keys
      .filter((key) => (this.counts.get(key) ?? 0) < least)
      .map((key) => `${key}: ${this.counts.get(key) ?? 0}`);
  }
}

/** Wraps a rule, to count each report as `rule code`. */
function counted(rule: Rule, tally: Tally): Rule {
  const check = (run: RuleContext): void => {
    const watched = new Proxy(run, {
      get(target, key) {
        if (key !== 'report') return Reflect.get(target, key, target) as unknown;
        return (...report: Parameters<RuleContext['report']>) => {
          tally.add(`${rule.id} ${report[1]}`);
          target.report(...report);
        };
      },
    });
    // Methods must run on `run` itself, not on the proxy.
    rule.check(watched);
  };
  return { ...rule, check };
}

function countedRegistry(tally: Tally) {
  return createRegistry([definePack({ ...seReceipt1, rules: seReceipt1.rules.map((rule) => counted(rule, tally)) })]);
}

/** For each rule and code that too few documents raise, the file to change and what to add. */
const advice = (rare: readonly string[], what: string): string =>
  rare
    .map((one) => {
      const [rule = '', code, count] = one.split(/:? /);
      return `${mutationsFile(rule)}: add ${what} that raises ${code} of ${rule}, which ${count} of ${DRAWS} documents do; run npm run generate`;
    })
    .join('\n');

const raisable = (severity: Rule['severity']) =>
  seReceipt1.rules
    .filter((rule) => rule.severity === severity)
    .flatMap(({ id, codes }) => codes.map((code) => `${id} ${code}`));

describe('the property-testing module', () => {
  const faults = fc.sample(invalidTransaction(seReceipt1, { rateWindows: 'enforce' }), { seed: SEED, numRuns: DRAWS });

  it('triggers every code of every rule', () => {
    const tally = new Tally();
    const registry = countedRegistry(tally);
    for (const { document, business, options } of faults) registry.validate(document, business, options);
    const rare = tally.below(5, raisable('error'));
    expect(rare, advice(rare, 'a mutation')).toEqual([]);
  });

  it('generates every kind of fault for which the pack has a rule', () => {
    const tally = new Tally();
    for (const { mutation } of faults) tally.add(mutation);
    const enforced = { rateWindows: 'enforce' } as const;
    const names = MUTATIONS.filter((one) => documentsFor(one, seReceipt1, enforced).length > 0).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(80);
    expect(tally.below(5, names)).toEqual([]);
  });

  it('triggers every warning with valid documents', () => {
    const tally = new Tally();
    const registry = countedRegistry(tally);
    const options: ValidateOptions = {
      rateWindows: 'warn',
      productTaxClass: ({ unitPrice }) => (unitPrice % 2 === 0 ? 'food' : 'feed'),
    };
    for (const deviating of [false, true]) {
      const documents = fc.sample(validTransaction(seReceipt1, { deviating, unusual: true }), {
        seed: SEED,
        numRuns: DRAWS / 2,
      });
      for (const document of documents)
        expect(registry.validate(document, { country: 'SE' }, options).valid).toBe(true);
    }
    const rare = tally.below(10, raisable('warning'));
    expect(rare, advice(rare, 'a change to `unusual`')).toEqual([]);
  });

  it('generates every kind of valid document', () => {
    const tally = new Tally();
    for (const document of fc.sample(validTransaction(seReceipt1, { unusual: true }), { seed: SEED, numRuns: DRAWS })) {
      for (const trait of new Set(traitsOf(document))) tally.add(trait);
    }
    const enums = ['sale', 'refund', 'void', 'credit_note', 'exchange', 'cash', 'card', 'mobile', 'transfer', 'other'];
    const rates = ratesOn(seReceipt1.law, '2026-11-21').map(({ rate }) => `SE_MOMS ${rate}`);
    const categories = ['S', 'Z', 'E', 'O', 'AE'];
    const traits = [
      'weighed',
      'discount',
      'discount above the price',
      'returned',
      'net prices',
      'negative total',
      'negative total without returns',
      'rounded by cash',
      'rounded by card',
      'rounded void',
      'tie',
      'large',
      'largest amounts',
      'VAT one off',
      'unicode',
      'UTC',
      'hours west',
      'offset in quarter hours',
      'full minute',
      'day of a rate change',
    ];
    expect(
      tally.below(20, [...enums, ...rates, ...categories, ...traits, 'SE_MOMS', 'EU_VAT', '1 lines', '8 lines']),
    ).toEqual([]);
  });

  it('chooses dates and rates independently unless the two must match', () => {
    const registry = createRegistry([seReceipt1]);
    const refused = (rateWindows: RateWindows) =>
      fc
        .sample(validTransaction(seReceipt1, { rateWindows, sale: 'oss', type: 'sale' }), { seed: SEED, numRuns: 300 })
        .filter((document) => !registry.validate(document, { country: 'SE' }, { rateWindows: 'enforce' }).valid).length;
    expect(refused('enforce')).toBe(0);
    expect(refused('warn')).toBeGreaterThan(50);
  });
});

/** The first and last days of all rates in any member state. */
const CHANGES = new Set(
  MEMBER_STATES.split(' ').flatMap((state) => unionTable(state)!.rows.flatMap(({ from, until }) => [from, until])),
);

/** The VAT before rounding. Doubles are precise enough for small amounts. */
const vat = (amount: number, rate: number, including: boolean) => (amount * rate) / (including ? 100 + rate : 100);

function traitsOf({ type, timestamp, payment, tax, items, totals }: Transaction): string[] {
  const returned = items.some(({ quantity, unitPrice }) => quantity * unitPrice < 0);
  const rounding = totals.rounding ?? 0;
  const traits: [string, boolean][] = [
    ['weighed', items.some(({ quantity }) => !Number.isInteger(quantity))],
    ['discount', totals.discount > 0],
    ['discount above the price', items.some(({ quantity, unitPrice, amount }) => quantity * unitPrice * amount < 0)],
    ['returned', items.some(({ amount }) => amount < 0)],
    ['net prices', !tax.pricesIncludeTax],
    ['negative total', totals.total < 0],
    ['negative total without returns', totals.total < 0 && !returned],
    [`rounded by ${payment.method}`, rounding !== 0],
    ['rounded void', type === 'void' && rounding !== 0],
    ['tie', Math.abs(rounding) === 50],
    ['large', totals.subtotal > 2 ** 45],
    ['largest amounts', items.some(({ amount }) => Math.abs(amount) === MAX)],
    [
      'VAT one off',
      items.some(({ amount, taxRate, taxAmount }) => {
        const off = Math.abs(taxAmount - vat(amount, taxRate, tax.pricesIncludeTax));
        return Math.abs(amount) < 2 ** 32 && off > 0.6;
      }),
    ],
    ['unicode', items.some(({ name }) => /[^\u0000-\u007f]/.test(name))],
    ['UTC', timestamp.endsWith('Z')],
    ['full minute', /T\d\d:\d\d[Z+-]/.test(timestamp)],
    ['hours west', /-\d\d:\d\d$/.test(timestamp)],
    ['offset in quarter hours', /:(?:15|30|45)$/.test(timestamp)],
    ['day of a rate change', CHANGES.has(timestamp.slice(0, 10))],
  ];
  return [
    ...[type, payment.method, tax.scheme, `${items.length} lines`],
    ...items.flatMap(({ taxRate, taxCategory }) => [taxCategory, `${tax.scheme} ${taxRate}`]),
    ...traits.flatMap(([name, holds]) => (holds ? [name] : [])),
  ];
}
