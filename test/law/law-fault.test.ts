import { receiptPack, type ReceiptLaw } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { lawFault } from '../../src/law/law-fault';
import { changed, type Change } from '../support/changes';
import { ROW } from '../support/own-pack';
import { testLaws } from '../support/test-laws';
import { UsageError } from 'receipt-rule-packs';

const [sound, , , , , range] = testLaws;
const set = (path: string, value: unknown): Change => ({ set: path, value });
const remove = (path: string): Change => ({ remove: path });
const FIELD = 'extensions[0].fields[0]';

/** Each fault: the part that the message begins with, and the change that makes it. */
const FAULTS: readonly (readonly [part: string, ...change: Change[]])[] = [
  ['id', set('id', 'qp_receipt_1')],
  ['id', set('id', 'qp-receipt')],
  ['id', set('id', 'qp-receipt-0')],
  ['id', set('id', 'qp-receipt-1a')],
  ['id', set('id', 5)],
  ['id', remove('id')],
  ['country', set('country', 'QPX')],
  ['country', set('country', 'qp')],
  ['country', set('country', 'xQP')],
  ['id', set('id', 'qq-receipt-1')],
  ['id', set('id', 'q-receipt-1')],
  ['documentTier', set('documentTier', 'full_invoice')],
  ['distanceSales', set('distanceSales', 'yes')],
  ['distanceSales', set('distanceSales', 'union')],
  ['distanceSales', set('tax.scheme', 'EU_VAT')],
  ['jurisdictions', set('jurisdictions', 'no')],
  ['currencies', set('currencies', [])],
  ['currencies', set('currencies', 'QPK')],
  ['currencies[0]', set('currencies', ['QPK'])],
  ['currencies[0].code', set('currencies[0].code', 'kr')],
  ['currencies[0].code', set('currencies[0].code', 'xQPK')],
  ['currencies[0].code', set('currencies[0].code', 'QPKx')],
  ['currencies[0].from', set('currencies[0].from', '1 May 2026')],
  ['currencies[0].from', set('currencies[0].from', ['2026-05-01'])],
  ['currencies[0]', set('currencies[0]', { code: 'QPK', from: '2026-02-01', until: '2026-01-31' })],
  ['currencies[1]', { append: 'currencies', value: { code: 'EUR' } }],
  [
    'currencies[1]',
    set('currencies', [
      { code: 'QPK', until: '2026-01-31' },
      { code: 'EUR', from: '2026-01-31' },
    ]),
  ],
  ['tax', remove('tax')],
  ['tax.scheme', set('tax.scheme', 'DE_MWST')],
  ['tax.word', set('tax.word', ' ')],
  ['tax.prices', set('tax.prices', true)],
  ['tax.lineTolerance', set('tax.lineTolerance', 0)],
  ['tax.lineTolerance', set('tax.lineTolerance', 1.5)],
  ['tax.lineTolerance', set('tax.lineTolerance', 'perLine')],
  ['tax.source', remove('tax.source')],
  ['tax.source', set('tax.source', 'x'.repeat(61))],
  ['rates', remove('rates')],
  ['rates', set('rates', [])],
  ['rates', set('rates', 'twenty')],
  ['rates[0]', set('rates[0]', 25)],
  ['rates[0].rate', set('rates[0].rate', 0)],
  ['rates[0].rate', set('rates[0].rate', -1)],
  ['rates[0].rate', set('rates[0].rate', 101)],
  ['rates[0].rate', set('rates[0].rate', '25')],
  ['rates[0].itemClass', set('rates[0].itemClass', '')],
  ['rates[0].enforce', remove('rates[0].enforce')],
  ['rates[0].source', remove('rates[0].source')],
  ['rates[0].source', set('rates[0].source', ' ')],
  ['rates[0].from', set('rates[0].from', '2026-02-30')],
  ['rates[0].until', set('rates[0].until', '2026-13-01')],
  ['rates[0]', set('rates[0].from', '2026-02-01'), set('rates[0].until', '2026-01-31')],
  ['cashRounding', remove('cashRounding')],
  ['cashRounding', set('cashRounding', {})],
  ['cashRounding[0]', set('cashRounding', [100])],
  ['cashRounding[0].step', set('cashRounding[0].step', 0)],
  ['cashRounding[0].step', set('cashRounding[0].step', -5)],
  ['cashRounding[0].step', set('cashRounding[0].step', 0.5)],
  ['cashRounding[0].tie', set('cashRounding[0].tie', 'down')],
  ['cashRounding[0].cash', set('cashRounding[0].cash', 'part')],
  ['cashRounding[0].electronic', set('cashRounding[0].electronic', 'never')],
  ['cashRounding[0].other', remove('cashRounding[0].other')],
  ['cashRounding[0].limit', set('cashRounding[0].limit', 0)],
  ['cashRounding[0].limit', set('cashRounding[0].limit', 49)],
  ['cashRounding[0].consumersOnly', set('cashRounding[0].consumersOnly', 1)],
  ['cashRounding[0].smallest', set('cashRounding[0].smallest', {})],
  ['cashRounding[0].smallest', set('cashRounding[0].smallest', { upTo: 0 })],
  ['cashRounding[0].smallest', set('cashRounding[0].smallest', { upTo: 20, becomes: 30 })],
  ['cashRounding[0].smallest', set('cashRounding[0].smallest', { upTo: 200, becomes: 100 })],
  ['cashRounding[0].source', remove('cashRounding[0].source')],
  ['cashRounding[0]', set('cashRounding[0].from', '2026-02-01'), set('cashRounding[0].until', '2026-01-31')],
  ['extensions', remove('extensions')],
  ['extensions[0]', set('extensions', ['qp'])],
  ['extensions[0].namespace', set('extensions[0].namespace', 'q p')],
  ['extensions[0].namespace', set('extensions[0].namespace', '1qp')],
  ['extensions[0].namespace', set('extensions[0].namespace', 5)],
  ['extensions[0].what', set('extensions[0].what', '')],
  ['extensions[0].required', set('extensions[0].required', 'yes')],
  ['extensions[0].fields', set('extensions[0].fields', [])],
  ['extensions[0].source', remove('extensions[0].source')],
  ['extensions[0]', { append: 'extensions[0].fields', value: sound!.extensions[0]!.fields[0] }],
  ['two namespaces', { append: 'extensions', value: sound!.extensions[0] }],
  [`${FIELD}.name`, set(`${FIELD}.name`, 'unit id')],
  [`${FIELD}.name`, set(`${FIELD}.name`, 5)],
  [`${FIELD}.type`, set(`${FIELD}.type`, 'number')],
  [`${FIELD}.what`, remove(`${FIELD}.what`)],
  [`${FIELD}.required`, set(`${FIELD}.required`, 1)],
  [FIELD, remove('extensions[0].required')],
  [`${FIELD}.code`, remove(`${FIELD}.pattern`)],
  [`${FIELD}.pattern`, set(`${FIELD}.pattern`, '(')],
  [`${FIELD}.example`, set(`${FIELD}.example`, 'U1')],
  [`${FIELD}.example`, set(`${FIELD}.example`, 5)],
  [`${FIELD}.example`, remove(`${FIELD}.pattern`), remove(`${FIELD}.code`), set(`${FIELD}.example`, 5)],
  [`${FIELD}.example`, remove(`${FIELD}.example`)],
  ['extensions[0].fields[1].example', remove('extensions[0].fields[1].example')],
  ['extensions[0].fields[2].example', remove('extensions[0].fields[2].example')],
  ['extensions[0].fields[2].example', set('extensions[0].fields[2].example', '2')],
  [`${FIELD}.source`, remove(`${FIELD}.source`)],
  ['without', set('without', ['currency'])],
  ['without.currency', set('without', { currency: '' })],
  ['without.no-such-rule', set('without', { 'no-such-rule': 'It is not there.' })],
  ['without.jurisdictions-tax', set('without', { 'jurisdictions-tax': 'Another law has it.' })],
];

const RANGE_FAULTS: typeof FAULTS = [
  ['rates', set('rates.min', '0')],
  ['rates', remove('rates.max')],
  ['rates', set('rates.min', 1)],
  ['rates', set('rates.max', 10)],
  ['rates', set('rates.usual', [15, 0.125])],
  ['rates', set('rates.usual', [1])],
  ['rates', set('rates.usual', 8)],
  ['rates.source', remove('rates.source')],
];

describe('receiptPack', () => {
  it.each(testLaws)('takes the law of $country', (law) => {
    expect(lawFault(law)).toBeUndefined();
    expect(receiptPack(law)).toMatchObject({ id: law.id, country: law.country, law });
  });

  it('takes rows that hold on a single day', () => {
    const day = { from: '2026-02-01', until: '2026-02-01' };
    const dated = changed(sound, [
      { append: 'rates', value: { rate: 3, enforce: true, source: 'Fictional', ...day } },
      set('currencies', [
        { code: 'QPK', until: '2026-01-31' },
        { code: 'EUR', ...day },
      ]),
    ]);
    expect(lawFault(dated)).toBeUndefined();
  });

  it.each([
    set('tax.source', 'x'.repeat(60)),
    set('tax.lineTolerance', 1),
    set('rates[0].rate', 100),
    set('cashRounding[0].step', 1),
    set('cashRounding[0].limit', 50),
    set('cashRounding[0].consumersOnly', false),
    set('cashRounding[0].smallest', { upTo: 1, becomes: 100 }),
    set('cashRounding[0].smallest', { upTo: 100, becomes: 100 }),
  ])('takes what is still allowed: %j', (change) => {
    expect(lawFault(changed(sound, [change]))).toBeUndefined();
  });

  const all = [
    ...FAULTS.map(([part, ...change]) => [part, sound, change] as const),
    ...RANGE_FAULTS.map(([part, ...change]) => [part, range, change] as const),
  ];

  it.each(all.map(([part, law, change]) => [part, JSON.stringify(change), law, change] as const))(
    'refuses %s by name: %s',
    (part, _, law, change) => {
      const make = () => receiptPack(changed(law, change) as ReceiptLaw);
      expect(make).toThrow(UsageError);
      // Behind the name of the law: a part is named in other messages, too.
      expect(make).toThrow(`: ${part}`);
    },
  );

  it.each([undefined, null, 5, 'qp-receipt-1', []])('refuses %j, which is no law', (law) => {
    expect(() => receiptPack(law as never)).toThrow(UsageError);
  });

  it('names the law that is at fault', () => {
    expect(() => receiptPack({ ...sound!, rates: [] })).toThrow('qp-receipt-1');
    expect(() => receiptPack({} as never)).toThrow('without id');
  });

  it('accepts own rules, and refuses values that are not rules', () => {
    expect(receiptPack(sound!, [ROW]).rules.at(-1)).toBe(ROW);
    const names = [{ ...ROW, id: 'currency' }, { ...ROW, reads: [] }, { ...ROW, codes: [] }, {}];
    for (const rule of names) expect(() => receiptPack(sound!, [rule as typeof ROW])).toThrow(UsageError);
  });

  it('leaves out the shared rules that the law is without', () => {
    const ids = receiptPack({ ...sound!, without: { 'last4-card': 'Receipts never have it.' } }).rules.map(
      ({ id }) => id,
    );
    expect(ids).not.toContain('last4-card');
    expect(ids).toHaveLength(receiptPack(sound!).rules.length - 1);
  });
});
