import fc from 'fast-check';
import type { Customer, LinkedTransaction, Transaction } from '../document/types.generated.js';
import type { RulePack } from '../pack/types.js';
import { extensionsOf } from './extensions.js';
import { lineSketches, type LineSketch } from './line-sketch.js';
import { market, type Market } from './markets.js';
import { valuesOf, type TransactionOptions } from './options.js';
import { roundingStep } from './pack-facts.js';
import { free, identity, named, optional, text } from './text.js';

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

export const TYPES: readonly Transaction['type'][] = ['sale', 'refund', 'void', 'credit_note', 'exchange'];
export const TENDERS: readonly Transaction['payment']['method'][] = ['card', 'cash', 'mobile', 'transfer', 'other'];
const REASONS: readonly LinkedTransaction['reason'][] = [
  'returned',
  'defective',
  'overcharge',
  'price_adjustment',
  'duplicate',
  'other',
];
const LOCALES = ['sv-SE', 'en', 'de-CH-1996', 'zh-cmn-Hans-CN', 'x-pos', 'i-klingon'];

const timestamp = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom('2026-11-21T10:00:00+01:00', '2024-02-29T23:59:59.999Z'),
  fc.constantFrom('0001-01-01T00:00:00-23:59', '9999-12-31T23:59:59.123456789+14:00'),
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);

const linked = fc.record({
  originalTransactionId: named('txn_1'),
  reason: optional(fc.constantFrom(...REASONS)),
  note: optional(text),
});

const customer = fc.record({
  name: optional(text),
  email: optional(text),
  orgNumber: optional(text),
  vatNumber: optional(text),
  country: optional(text),
});

const root = (pack: RulePack) =>
  fc.record({
    receiptNumber: named('1'),
    timestamp,
    profileId: optional(fc.constant(pack.id)),
    documentTier: optional(fc.constant(pack.documentTier)),
    schemaVersion: optional(fc.jsonValue()),
    locale: optional(fc.constantFrom(...LOCALES)),
    metadata: optional(free),
    channel: optional(text),
  });

/** Prices are exclusive in one of five documents, and always under sales tax of the United States. */
function pricesIncludeTax({ pricesIncludeTax: wanted }: TransactionOptions): fc.Arbitrary<boolean> {
  return wanted === undefined ? fc.constantFrom(true, true, true, true, false) : fc.constant(wanted);
}

/** @throws TypeError where no document fits the options */
export function sketches(pack: RulePack, options: TransactionOptions): fc.Arbitrary<Sketch> {
  return fc.record<Sketch>({
    type: fc.constantFrom(...(valuesOf(options.type) ?? TYPES)),
    tender: fc.constantFrom(...(valuesOf(options.tender) ?? TENDERS)),
    market: market(pack, options),
    pricesIncludeTax: pricesIncludeTax(options),
    lines: lineSketches(options, roundingStep(pack)),
    perGroup: fc.boolean(),
    rounding: fc.constantFrom('none', 'zero', 'grid'),
    tieDown: fc.boolean(),
    oddlySettled: fc.constantFrom(false, false, false, true),
    root: root(pack),
    ids: fc.record({ vendor: identity('biz_1'), platform: identity('pos'), externalId: identity('1') }),
    locationName: options.multiLocation === true ? named('Centrum') : optional(text),
    last4: optional(fc.constantFrom('4242', '0000')),
    label: optional(text),
    linked: optional(linked),
    customer: optional(customer),
    extensions: extensionsOf(pack, options),
    reversedSummary: fc.boolean(),
    salt: fc.nat({ max: 9999 }),
  });
}
