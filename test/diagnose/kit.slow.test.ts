import fc from 'fast-check';
import { createRegistry, type RulePack, type Transaction } from 'receipt-rule-packs';
import { diagnose, type Cause } from 'receipt-rule-packs/diagnose';
import { packs } from 'receipt-rule-packs/packs';
import { beforeAll, describe, expect, it } from 'vitest';
import { changed, type Change, type Mutation } from '../../src/testing/mutation';
import { documentsFor, MUTATIONS } from '../../src/testing/invalid-transaction';
import { withLaw } from '../../src/testing/option-shapes';
import type { TransactionOptions } from '../../src/testing/options';
import { documents } from '../../src/testing/valid-transaction';
import { SEED } from '../support/numbers';
import { isAlike } from './support/alike';

const registry = createRegistry<readonly RulePack[]>(packs);
/** How many documents to generate for each mutation, country, and kind of document that the mutation applies to. */
const DRAWS_EACH = 2;

type Fields = Readonly<Record<string, unknown>>;

interface Faulty {
  readonly fields: readonly string[];
  readonly code: string;
  readonly causes: readonly Cause[];
  readonly restored: boolean;
  /** The fields in which the mutation causes issues. */
  readonly raised: readonly string[];
}

const fieldOf = (change: Change): string =>
  'set' in change ? change.set : 'remove' in change ? change.remove : change.append;

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Diagnoses a mutated document; undefined if validation cannot detect the mutation. */
function faulty(pack: RulePack, mutation: Mutation, kind: TransactionOptions, seed: number): Faulty | undefined {
  const { law } = withLaw(pack);
  const [drawn] = fc.sample(documents(withLaw(pack), kind, { spare: 1e6, small: true }), { numRuns: 1, seed });
  const original = json(drawn) as Transaction;
  const [changes, expected, { productTaxClass, original: corrected } = {}] = mutation.make(original, seed, law, true);
  const document = json(changed(original, changes));
  const business = { country: pack.country, multiLocation: kind.multiLocation === true, ...mutation.business };
  const shop = registry.shop(business, {
    rateWindows: 'enforce',
    severities: { fiscal_missing: 'off' },
    ...(productTaxClass && { productTaxClass }),
  });
  const options = corrected && { original: corrected };
  if (!shop.validate(original, options).valid || shop.validate(document, options).valid) return undefined;
  const { causes, document: repaired } = diagnose(shop, document, options);
  // The original may have warnings, which the diagnosis also repairs.
  const { document: wanted } = diagnose(shop, original, options);
  const raised = expected.map((one) => (typeof one === 'string' ? one : one[1])).map((text) => text.split(' ')[0]!);
  return {
    fields: changes.map(fieldOf),
    code: mutation.code,
    causes,
    restored: isAlike(plain(repaired), plain(wanted)),
    raised,
  };
}

/** The document without fields that the service adds, and without defaults. */
function plain(document: unknown): unknown {
  const { profileId: _, documentTier, ...rest } = document as Fields;
  return documentTier === undefined || documentTier === 'receipt' ? rest : { ...rest, documentTier };
}

/** Fields whose value cannot be derived from the rest of a document. */
const KNOWN_TO_SENDER =
  /^(?:type|settled|receiptNumber|timestamp|channel|locale|metadata|vendor|source|linkedTransaction|customer|payment|extensions|tax$|items$|items\[\d+\]$|items\[\d+\]\.(?:name|unit|sku|category))/;

/** Whether the original value follows from the rest of the document, or the field was unknown. */
const isImplied = ({ fields, code }: Faulty): boolean =>
  code === 'unknown_field' || !fields.some((field) => KNOWN_TO_SENDER.test(field));

/** Whether a cause, or one of its options, changes the fields that the mutation changed. */
const isFound = ({ fields, causes }: Faulty): boolean => {
  const written = causes
    .flatMap(({ changes, options = [] }) => [...changes, ...options.flatMap((option) => option.changes)])
    .map(({ path }) =>
      path
        .replace(/\/(?:\d+|-)(?=\/|$)/g, '')
        .replaceAll('/', '.')
        .slice(1),
    );
  const places = fields.map((field) => field.replace(/\[\d+\]/g, '').replace(/[[\]"]/g, ''));
  return places.some((place) => written.some((one) => one !== '' && (one.startsWith(place) || place.startsWith(one))));
};

const isNamed = ({ raised, causes }: Faulty): boolean =>
  raised.every((field) => causes.some((cause) => cause.explains.some((issue) => issue.field === field)));

describe('mutations from `receipt-rule-packs/testing`', () => {
  let all: readonly Faulty[] = [];
  beforeAll(() => {
    all = packs.flatMap((pack, p) =>
      MUTATIONS.flatMap((mutation, m) =>
        // These mutations change the business, not the document.
        Object.keys(mutation.business).length > 0
          ? []
          : documentsFor(mutation, withLaw(pack), { unusual: false, rateWindows: 'enforce' }).flatMap((kind, k) =>
              Array.from({ length: DRAWS_EACH }, (_, draw) =>
                faulty(pack, mutation, kind, SEED + p * 100_003 + m * 101 + k * 17 + draw * 7919),
              ).filter((one) => one !== undefined),
            ),
      ),
    );
  });
  const share = (some: readonly Faulty[], of: readonly Faulty[]): number => (100 * some.length) / of.length;

  it('are found and repaired if the document still implies the value', () => {
    const implied = all.filter(isImplied);
    expect(implied.length).toBeGreaterThan(2500);
    expect(share(implied.filter(isFound), implied)).toBeGreaterThanOrEqual(99);
    expect(
      share(
        implied.filter(({ restored }) => restored),
        implied,
      ),
    ).toBeGreaterThanOrEqual(94);
  });

  it('are explained by a cause that names the field if the value is lost', () => {
    const others = all.filter((one) => !isImplied(one));
    expect(others.length).toBeGreaterThan(2000);
    expect(others.filter((one) => !isNamed(one))).toEqual([]);
  });
});
