import fc from 'fast-check';
import type { Customer, LinkedTransaction, Transaction } from '../document/types.generated.js';
import type { RulePack } from '../pack/types.js';
import { extensionsOf } from './extensions.js';
import { lineSketches, type LineSketch } from './line-sketch.js';
import { market, type Market } from './markets.js';
import { TENDERS, typesLeft, valuesOf, type TransactionOptions } from './options.js';
import { roundingStep } from './pack-facts.js';
import { free, optional, textsOf, type Texts } from './text.js';
import { timestamps } from './times.js';

/** What a document is made of. Every part shrinks to its simplest form on its own, and so does the document. */
export interface Sketch {
  readonly type: Transaction['type'];
  readonly tender: Transaction['payment']['method'];
  readonly market: Market;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly LineSketch[];
  /** VAT of the summary is rounded per line, or once per group. */
  readonly perGroup: boolean;
  readonly rounding: 'none' | 'zero' | 'grid';
  /** Where a total at half a step goes. */
  readonly tieDown: boolean;
  /** Rounding of a void, whose total is 0 all the same; undefined for none. */
  readonly voidRounding: number | undefined;
  /** Chooses among the days on which rates begin and end; undefined for the day of `root.timestamp`. */
  readonly edge: number | undefined;
  /** Settled where it should not be, or the other way round. */
  readonly oddlySettled: boolean;
  readonly root: Partial<Transaction> & Pick<Transaction, 'receiptNumber' | 'timestamp'>;
  readonly ids: { readonly vendor: string; readonly platform: string; readonly externalId: string };
  readonly locationName: string | undefined;
  readonly last4: string | undefined;
  readonly label: string | undefined;
  readonly linked: LinkedTransaction | undefined;
  readonly customer: Customer | undefined;
  readonly extensions: object | undefined;
  readonly reversedSummary: boolean;
  /** Order of keys, 0 for that of the schema. */
  readonly salt: number;
}

export { TENDERS, TYPES } from './options.js';

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

const root = (pack: RulePack, options: TransactionOptions, { named, text }: Texts) =>
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

/** A part that few documents have. */
const seldom = fc.option(fc.nat({ max: 9999 }), { nil: undefined, freq: 3 });

/** Prices are exclusive in one of five documents, and always under sales tax of the United States. */
function pricesIncludeTax({ pricesIncludeTax: wanted }: TransactionOptions): fc.Arbitrary<boolean> {
  return wanted === undefined ? fc.constantFrom(true, true, true, true, false) : fc.constant(wanted);
}

/** @throws TypeError where no document fits the options */
export function sketches(pack: RulePack, options: TransactionOptions): fc.Arbitrary<Sketch> {
  const types = typesLeft(options);
  if (types.length === 0)
    throw new TypeError(
      'a single line that is returned leaves the types exchange and void: give lines, type or returned',
    );
  const texts = textsOf(options.plainText);
  const { named, identity, text } = texts;
  return fc.record<Sketch>({
    type: fc.constantFrom(...types),
    tender: fc.constantFrom(...(valuesOf(options.tender) ?? TENDERS)),
    market: market(pack, options),
    pricesIncludeTax: pricesIncludeTax(options),
    lines: lineSketches(options, roundingStep(pack)),
    perGroup: fc.boolean(),
    rounding: fc.constantFrom('none', 'zero', 'grid'),
    tieDown: fc.boolean(),
    voidRounding: seldom,
    edge: seldom,
    oddlySettled: fc.constantFrom(false, false, false, true),
    root: root(pack, options, texts),
    ids: fc.record({ vendor: identity('biz_1'), platform: identity('pos'), externalId: identity('1') }),
    locationName: options.multiLocation === true ? named('Centrum') : optional(text),
    last4: optional(fc.constantFrom('4242', '0000')),
    label: optional(text),
    linked: optional(linked(texts)),
    customer: optional(customer(texts)),
    extensions: extensionsOf(pack, options),
    reversedSummary: fc.boolean(),
    salt: fc.nat({ max: 9999 }),
  });
}
