import fc from 'fast-check';
import type { Customer, LinkedTransaction, Transaction } from '../document/types.generated.js';
import type { LawPack } from '../rule/types.js';
import { UsageError } from '../usage/usage-error.js';
import { extensionsOf } from './extensions.js';
import { destinations, type Destination } from './destinations.js';
import { jurisdictionParts, type JurisdictionParts } from './jurisdictions.js';
import { lineParts, type LineParts } from './line-draft.js';
import { UNUSUAL } from './mutations/rules.generated.js';
import { hasRule } from './option-shapes.js';
import { TENDERS, typesLeft, valuesOf, type TransactionOptions } from './options.js';
import { free, optional, textsOf, type Texts } from './text.js';
import { timestamps } from './times.js';

/**
 * The parts of a document. Each part shrinks to its simplest form independently, so the document shrinks to its
 * simplest form, too.
 */
export interface TransactionParts {
  readonly type: Transaction['type'];
  readonly tender: Transaction['payment']['method'];
  readonly destination: Destination;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly LineParts[];
  /** Whether to round VAT in the summary once per group instead of per line. */
  readonly perGroup: boolean;
  readonly rounding: 'none' | 'zero' | 'grid';
  /** Whether to round towards zero if a total is exactly halfway between two multiples of the increment. */
  readonly tieDown: boolean;
  /** Whether to round the total to the farther multiple instead of the nearest one, if the law allows it. */
  readonly farther: boolean;
  /** Whether to round a small total to the special value that the law allows, not to the nearest multiple. */
  readonly small: boolean;
  /** The rounding in a void, whose total is always 0, or in a document paid only partly in cash; undefined for none. */
  readonly partRounding: number | undefined;
  /** Selects a day on which a row of the law begins or ends; undefined for the day of `root.timestamp`. */
  readonly edge: number | undefined;
  /** Selects a currency for a correction; undefined for the currency in use on its day. */
  readonly currency: number | undefined;
  readonly jurisdictions: readonly JurisdictionParts[] | undefined;
  /** Whether the sum of the jurisdictions' taxes deviates from the total tax. */
  readonly drifting: boolean;
  /** Whether a document other than a void is not settled. */
  readonly unsettled: boolean;
  readonly root: Partial<Transaction> & Pick<Transaction, 'receiptNumber' | 'timestamp'>;
  readonly ids: { readonly vendor: string; readonly platform: string; readonly externalId: string };
  readonly locationName: string | undefined;
  readonly last4: string | undefined;
  readonly label: string | undefined;
  readonly linked: LinkedTransaction | undefined;
  readonly customer: Customer | undefined;
  readonly extensions: object | undefined;
  readonly reversedSummary: boolean;
  /** For each change in UNUSUAL, what it selects; undefined if it is not made. */
  readonly unusual: readonly (number | undefined)[];
  /** Seed for shuffling the keys; 0 keeps the order of the schema. */
  readonly salt: number;
}

const REASONS: readonly LinkedTransaction['reason'][] = [
  'returned',
  'defective',
  'overcharge',
  'price_adjustment',
  'duplicate',
  'other',
];
const LOCALES = ['sv-SE', 'en', 'de-CH-1996', 'zh-cmn-Hans-CN', 'x-pos', 'i-klingon'];

const linked = ({ named, text }: Texts) =>
  fc.record({
    originalTransactionId: named('txn_1'),
    reason: optional(fc.constantFrom(...REASONS)),
    note: optional(text),
  });

const customer = ({ text }: Texts) =>
  fc.record({
    name: optional(text),
    email: optional(text),
    orgNumber: optional(text),
    vatNumber: optional(text),
    country: optional(text),
  });

const root = (pack: LawPack, options: TransactionOptions, { named, text }: Texts) =>
  fc.record({
    receiptNumber: named('1'),
    timestamp: timestamps(options),
    profileId: optional(fc.constant(pack.id)),
    documentTier: optional(fc.constant(pack.documentTier)),
    schemaVersion: optional(fc.jsonValue()),
    locale: optional(fc.constantFrom(...LOCALES)),
    metadata: optional(free),
    channel: optional(text),
  });

/** A part that few documents contain. */
const rarely = fc.option(fc.nat({ max: 9999 }), { nil: undefined, freq: 3 });

/**
 * Whether prices include tax: as is usual under the law, except that the option `unusual` reverses it in a fifth of
 * the documents.
 */
function pricesIncludeTax(
  { law }: LawPack,
  { pricesIncludeTax: wanted, unusual }: TransactionOptions,
): fc.Arbitrary<boolean> {
  if (wanted !== undefined) return fc.constant(wanted);
  const usual = law.tax.pricesIncludeTax;
  return unusual === true ? fc.constantFrom(usual, usual, usual, usual, !usual) : fc.constant(usual);
}

/** Makes each change whose rule the pack has in a quarter of the documents, if `unusual` is set. */
function unusualPicks(pack: LawPack, { unusual }: TransactionOptions): fc.Arbitrary<readonly (number | undefined)[]> {
  const never = fc.constant(undefined);
  const pick = fc.oneof({ withCrossShrink: true }, { weight: 3, arbitrary: never }, fc.nat({ max: 9999 }));
  return fc.tuple(...UNUSUAL.map(({ rule }) => (unusual === true && hasRule(pack, rule) ? pick : never)));
}

/** The largest increment of cash rounding in the law; 1 without cash rounding. */
function coarsestStep({ law }: LawPack): number {
  return Math.max(1, ...law.cashRounding.map(({ increment }) => increment));
}

/** @throws UsageError if no document fits the options */
export function drafts(pack: LawPack, options: TransactionOptions): fc.Arbitrary<TransactionParts> {
  const types = typesLeft(options);
  if (types.length === 0)
    throw new UsageError(
      'invalid_option',
      'options',
      'a single returned line requires type exchange or void: change lines, type or returned',
    );
  const texts = textsOf(options.plainText);
  const { named, identity, text } = texts;
  return fc.record<TransactionParts>({
    type: fc.constantFrom(...types),
    tender: fc.constantFrom(...(valuesOf(options.tender) ?? TENDERS)),
    destination: destinations(pack.law, options),
    pricesIncludeTax: pricesIncludeTax(pack, options),
    lines: lineParts(options, coarsestStep(pack)),
    perGroup: fc.boolean(),
    rounding: fc.constantFrom('none', 'zero', 'grid'),
    tieDown: fc.boolean(),
    farther: fc.boolean(),
    small: fc.boolean(),
    partRounding: rarely,
    edge: rarely,
    currency: rarely,
    jurisdictions: jurisdictionParts(pack.law, options),
    drifting: options.unusual === true ? fc.constantFrom(false, false, true) : fc.constant(false),
    unsettled: fc.constantFrom(false, false, false, true),
    root: root(pack, options, texts),
    ids: fc.record({ vendor: identity('biz_1'), platform: identity('pos'), externalId: identity('1') }),
    locationName: options.multiLocation === true ? named('Centrum') : optional(text),
    last4: optional(fc.constantFrom('4242', '0000')),
    label: optional(text),
    linked: optional(linked(texts)),
    customer: optional(customer(texts)),
    extensions: extensionsOf(pack, options),
    reversedSummary: fc.boolean(),
    unusual: unusualPicks(pack, options),
    salt: fc.nat({ max: 9999 }),
  });
}
