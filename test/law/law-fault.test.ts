import { defineReceiptPack, type ReceiptLaw } from 'receipt-rule-packs';
import { describe, expect, it } from 'vitest';
import { lawFault } from '../../src/law/law-fault';
import { changed, remove, set, type Change } from '../support/changes';
import { ROW } from '../support/own-pack';
import { testLaws } from '../support/test-laws';
import { UsageError } from 'receipt-rule-packs';

const [sound, , , , , range] = testLaws;
const FIELD = 'extensions[0].fields[0]';
const LIMIT = { limit: 100, currency: 'QPK', forbids: 'above', level: 'warning' };
const DUTY = {
  id: 'qp-unit',
  description: 'the unit',
  code: 'fiscal_missing',
  anyOf: [['extensions.qp.unit']],
  duty: 'unit',
  level: 'warning',
};

const ISLAND = { code: 'QP-ONE', name: 'An island', citation: 'Made up' };
const EURO = { code: 'EUR', perUnit: 2, bothUntil: '2026-01-31' };
const STATE = { code: 'AA', name: 'A state', maxUp: 2, maxDown: 4, level: 'rule' };

/** Changes that make a law invalid, each with the part that the message must name. */
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
  ['name', remove('name')],
  ['name', set('name', 'Sweden')],
  ['name.en', set('name', { local: 'Sverige' })],
  ['name.local', set('name.local', ' ')],
  ['name.native', set('name.native', 'Sverige')],
  ['description', set('description', '')],
  ['timeZone', remove('timeZone')],
  ['timeZone', set('timeZone', 'Europe/Stokholm')],
  ['timeZone', set('timeZone', '+02:00')],
  ['otherTimeZones', set('otherTimeZones', 'Atlantic/Canary')],
  ['otherTimeZones', set('otherTimeZones', ['Atlantic/Canari'])],
  ['otherTimeZones', set('otherTimeZones', [1])],
  ['documentTier', set('documentTier', 'full_invoice')],
  ['distanceSales', set('distanceSales', 'yes')],
  ['distanceSales', set('distanceSales', 'union')],
  ['distanceSales', set('tax.scheme', 'EU_VAT')],
  ['documentTier', remove('documentTier')],
  ['ratesSince', set('ratesSince', '2026-02-30')],
  ['territories', set('territories', 'QP-ONE')],
  ['territories[0]', set('territories', ['QP-ONE'])],
  ['territories[0].nam', set('territories', [{ ...ISLAND, nam: 'x' }])],
  ['territories[0].code', set('territories', [{ ...ISLAND, code: 5 }])],
  ['territories[0].code', set('territories', [{ ...ISLAND, code: 'QP' }])],
  ['territories[0].code', set('territories', [{ ...ISLAND, code: 'Q-ONE' }])],
  ['territories[0].code', set('territories', [{ ...ISLAND, code: 'xQP-ONE' }])],
  ['territories[0].code', set('territories', [{ ...ISLAND, code: 'QP-ONE ' }])],
  ['territories has the code QP-ONE twice', set('territories', [ISLAND, ISLAND])],
  ['territories[0].name', set('territories', [{ ...ISLAND, name: ' ' }])],
  ['territories[0].rates', set('territories', [{ ...ISLAND, rates: 5 }])],
  ['territories[0].rates', set('territories', [{ ...ISLAND, rates: [5, -1] }])],
  ['territories[0].rates', set('territories', [{ ...ISLAND, rates: ['5'] }])],
  ['territories[0].citation', set('territories', [{ ...ISLAND, citation: undefined }])],
  ['aliases', set('aliases', 'QX')],
  ['aliases[0]', set('aliases', ['QX'])],
  ['aliases[0].code', set('aliases', [{ code: 'QXX' }])],
  ['aliases[0].code', set('aliases', [{ code: 'qx' }])],
  ['aliases[0].code', set('aliases', [{ code: 'QP' }])],
  ['aliases[0].territory', set('aliases', [{ code: 'QX', territory: 'QP-ONE' }])],
  ['aliases[0].territory', set('territories', [ISLAND]), set('aliases', [{ code: 'QX', territory: 'QP-TWO' }])],
  ['outside', set('outside', 'QX')],
  ['outside[0]', set('outside', ['QX'])],
  ['outside[0].code', set('outside', [{ code: 'Q', reason: 'Made up' }])],
  ['outside[0].reason', set('outside', [{ code: 'QX' }])],
  ['outside[0].rates', set('outside', [{ code: 'QX', reason: 'Made up', rates: [null] }])],
  ['rates[0].part', set('rates[0].part', 'QP-ONE')],
  ['rates[0].part', set('rates[0].part', [])],
  ['rates[0].part', set('rates[0].part', ['QP-ONE', 5])],
  ['rates[0].part names "QP-ONE"', set('rates[0].part', ['QP-ONE'])],
  ['rates[0].part names "QP-TWO"', set('territories', [ISLAND]), set('rates[0].part', ['QP-ONE', 'QP-TWO'])],
  ['rates[0].regime', set('rates[0].regime', ' ')],
  ['taxJurisdictions', set('taxJurisdictions', 'no')],
  ['currencies', set('currencies', [])],
  ['currencies', set('currencies', 'QPK')],
  ['currencies[0]', set('currencies', ['QPK'])],
  ['currencies[0].code', set('currencies[0].code', 'kr')],
  ['currencies[0].unit', set('currencies[0].unit', 1)],
  ['currencies[0].unit', set('currencies[0].unit', 2.5)],
  ['currencies[0].unit', set('currencies[0].unit', '2')],
  ['currencies[0].successor.code', set('currencies[0].successor', { ...EURO, code: 'EU' })],
  ['currencies[0].successor.code', set('currencies[0].successor', { ...EURO, code: ['EUR'] })],
  ['currencies[0].successor.code', set('currencies[0].successor', { ...EURO, code: 'xEUR' })],
  ['currencies[0].successor.code', set('currencies[0].successor', { ...EURO, code: 'EURx' })],
  ['currencies[0].successor.perUnits', set('currencies[0].successor', { ...EURO, perUnits: 2 })],
  ['currencies[1]', set('currencies', [{ code: 'QPK', until: '2026-01-31' }, { code: 'EUR' }])],
  ['currencies[1]', set('currencies', [{ code: 'QPK' }, { code: 'EUR', from: '2026-02-01' }])],
  ['currencies[0].successor', set('currencies[0].successor', 'EUR')],
  ['currencies[0].successor.code', set('currencies[0].successor', { perUnit: 2, bothUntil: '2026-01-31' })],
  [
    'currencies[0].successor.perUnit',
    set('currencies[0].successor', { code: 'EUR', perUnit: 0, bothUntil: '2026-01-31' }),
  ],
  ['currencies[0].successor.bothUntil', set('currencies[0].successor', { code: 'EUR', perUnit: 2, bothUntil: '2026' })],
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
  ['reviewed', set('reviewed', '2026-02-30')],
  ['nextKnownChange', set('nextKnownChange', 2027)],
  ['rates[0].evidence', set('rates[0].evidence', 'hearsay')],
  ['rates[0].url', set('rates[0].url', 'example.com')],
  ['cashRounding[0].readOn', set('cashRounding[0].readOn', 'today')],
  ['stateRounding needs', set('cashRounding', []), set('stateRounding', [STATE])],
  ['tax', remove('tax')],
  ['tax.scheme', set('tax.scheme', 'DE_MWST')],
  ['tax.name', set('tax.name', ' ')],
  ['tax.pricesIncludeTax', set('tax.pricesIncludeTax', 'include')],
  ['tax.pricesIncludeTax', remove('tax.pricesIncludeTax')],
  ['tax.lineTolerance', set('tax.lineTolerance', 0)],
  ['tax.lineTolerance', set('tax.lineTolerance', 1.5)],
  ['tax.lineTolerance', set('tax.lineTolerance', 'perLine')],
  ['tax.citation', remove('tax.citation')],
  ['tax.citation', set('tax.citation', 'x'.repeat(61))],
  ['tax.references', set('tax.references', 'https://example.com')],
  ['tax.references', set('tax.references', [])],
  ['tax.references[0]', set('tax.references', ['https://example.com'])],
  ['tax.references[1]', set('tax.references', [{ note: 'Made up' }, {}])],
  ['tax.references[0]', set('tax.references', [{ checkedOn: '2026-11-21' }])],
  ['tax.references[0].url', set('tax.references', [{ url: 'example.com/law' }])],
  ['tax.references[0].url', set('tax.references', [{ url: 'ftp://example.com/law' }])],
  ['tax.references[0].title', set('tax.references', [{ title: '' }])],
  ['tax.references[0].note', set('tax.references', [{ note: 5 }])],
  ['tax.references[0].checkedOn', set('tax.references', [{ title: 'Act', checkedOn: '2026-02-30' }])],
  ['tax.references[0].date', set('tax.references', [{ title: 'Act', date: '2026-11-21' }])],
  ['rates', remove('rates')],
  ['rates', set('rates', [])],
  ['rates', set('rates', 'twenty')],
  ['rates[0]', set('rates[0]', 25)],
  ['rates[0].rate', set('rates[0].rate', 0)],
  ['rates[0].rate', set('rates[0].rate', -1)],
  ['rates[0].rate', set('rates[0].rate', 101)],
  ['rates[0].rate', set('rates[0].rate', '25')],
  ['rates[0].productTaxClass', set('rates[0].productTaxClass', '')],
  ['rates[0].enforce', remove('rates[0].enforce')],
  ['rates[0].citation', remove('rates[0].citation')],
  ['rates[0].citation', set('rates[0].citation', ' ')],
  ['rates[0].from', set('rates[0].from', '2026-02-30')],
  ['rates[0].until', set('rates[0].until', '2026-13-01')],
  ['rates[0]', set('rates[0].from', '2026-02-01'), set('rates[0].until', '2026-01-31')],
  ['cashRounding', remove('cashRounding')],
  ['cashRounding', set('cashRounding', {})],
  ['cashRounding[0]', set('cashRounding', [100])],
  ['cashRounding[0].increment', set('cashRounding[0].increment', 0)],
  ['cashRounding[0].increment', set('cashRounding[0].increment', -5)],
  ['cashRounding[0].increment', set('cashRounding[0].increment', 0.5)],
  ['cashRounding[0].halfway', set('cashRounding[0].halfway', 'down')],
  ['cashRounding[0].cash', set('cashRounding[0].cash', 'cash_part')],
  ['cashRounding[0].electronic', set('cashRounding[0].electronic', 'never')],
  ['cashRounding[0].other', remove('cashRounding[0].other')],
  ['cashRounding[0].maxRounding', set('cashRounding[0].maxRounding', 0)],
  ['cashRounding[0].maxRounding', set('cashRounding[0].maxRounding', 49)],
  ['cashRounding[0].business', set('cashRounding[0].business', true)],
  ['cashRounding[0].channels', set('cashRounding[0].channels', 'pos')],
  ['cashRounding[0].transfer', set('cashRounding[0].transfer', 'cash_part')],
  ['cashRounding[0].unlessAgreed', set('cashRounding[0].unlessAgreed', 1)],
  ['cashRounding[0].smallTotals', set('cashRounding[0].smallTotals', 100)],
  ['cashRounding[0].smallTotals.upTo', set('cashRounding[0].smallTotals', {})],
  ['cashRounding[0].smallTotals.upTo', set('cashRounding[0].smallTotals', { upTo: 0 })],
  ['cashRounding[0].smallTotals.mayBecome', set('cashRounding[0].smallTotals', { upTo: 20, mayBecome: 30 })],
  ['cashRounding[0].smallTotals.mayBecome', set('cashRounding[0].smallTotals', { upTo: 200, mayBecome: 100 })],
  ['cashRounding[0].evidence', set('cashRounding[0].evidence', 'hearsay')],
  ['cashRounding[1]', { append: 'cashRounding', value: sound!.cashRounding[0] }],
  ['cashRounding[0].citation', remove('cashRounding[0].citation')],
  ['cashRounding[0]', set('cashRounding[0].from', '2026-02-01'), set('cashRounding[0].until', '2026-01-31')],
  ['extensions', remove('extensions')],
  ['extensions[0]', set('extensions', ['qp'])],
  ['extensions[0].namespace', set('extensions[0].namespace', 'q p')],
  ['extensions[0].namespace', set('extensions[0].namespace', '1qp')],
  ['extensions[0].namespace', set('extensions[0].namespace', 5)],
  ['extensions[0].description', set('extensions[0].description', '')],
  ['extensions[0].required', set('extensions[0].required', 'yes')],
  ['extensions[0].fields', set('extensions[0].fields', [])],
  ['extensions[0].citation', remove('extensions[0].citation')],
  ['extensions[0]', { append: 'extensions[0].fields', value: sound!.extensions[0]!.fields[0] }],
  ['two namespaces', { append: 'extensions', value: sound!.extensions[0] }],
  [`${FIELD}.name`, set(`${FIELD}.name`, 'unit id')],
  [`${FIELD}.name`, set(`${FIELD}.name`, 5)],
  [`${FIELD}.type`, set(`${FIELD}.type`, 'number')],
  [`${FIELD}.description`, remove(`${FIELD}.description`)],
  [`${FIELD}.required`, set(`${FIELD}.required`, 1)],
  [FIELD, remove('extensions[0].required')],
  [`${FIELD}.warningCode`, remove(`${FIELD}.pattern`)],
  [`${FIELD}.pattern`, set(`${FIELD}.pattern`, '(')],
  [`${FIELD}.example`, set(`${FIELD}.example`, 'U1')],
  [`${FIELD}.example`, set(`${FIELD}.example`, 5)],
  [`${FIELD}.example`, remove(`${FIELD}.pattern`), remove(`${FIELD}.warningCode`), set(`${FIELD}.example`, 5)],
  [`${FIELD}.example`, remove(`${FIELD}.example`)],
  ['extensions[0].fields[1].example', remove('extensions[0].fields[1].example')],
  ['extensions[0].fields[2].example', remove('extensions[0].fields[2].example')],
  ['extensions[0].fields[2].example', set('extensions[0].fields[2].example', '2')],
  [`${FIELD}.citation`, remove(`${FIELD}.citation`)],
  ['corrections', set('corrections', 'refund')],
  ['corrections', set('corrections', [])],
  ['corrections[0]', set('corrections', ['sale'])],
  ['corrections[1]', set('corrections', ['refund', 'refund'])],
  ['labels', set('labels', 'sv')],
  ['labels.receipt', set('labels', { language: 'sv' })],
  ['labels.tip', set('labels', { language: 'sv', tip: 'Dricks' })],
  ['disabledRules', set('disabledRules', ['currency'])],
  ['disabledRules.currency', set('disabledRules', { currency: '' })],
  ['disabledRules.no-such-rule', set('disabledRules', { 'no-such-rule': 'It is not there.' })],
  ...(
    [
      ['obligations', 'none'],
      ['obligations[0]', [5]],
      ['obligations[0].dutty', [{ ...DUTY, dutty: 'x' }]],
      ['obligations[0].id', [{ ...DUTY, id: ' ' }]],
      ['obligations[0].description', [{ ...DUTY, description: '' }]],
      ['obligations[0].level', [{ ...DUTY, level: 'error' }]],
      ['obligations[0].code', [{ ...DUTY, code: 'missing' }]],
      ['obligations[0].code', [{ ...DUTY, code: 'required' }]],
      ['obligations[0].anyOf', [{ ...DUTY, anyOf: ['extensions.qp.unit'] }]],
      ['obligations[0].anyOf', [{ ...DUTY, anyOf: [[]] }]],
      ['obligations[0].anyOf', [{ ...DUTY, anyOf: [['extensions.qp.other']] }]],
      ['obligations[0] must have anyOf', [{ ...DUTY, anyOf: [] }]],
      ['obligations[0] must have anyOf', [{ ...DUTY, code: 'invoice_needed' }]],
      ['obligations[0].tenders', [{ ...DUTY, tenders: ['cheque'] }]],
      ['obligations[0].channels', [{ ...DUTY, channels: [5] }]],
      ['obligations[0].duty', [{ ...DUTY, duty: 'a duty' }]],
      ['obligations[0].assumed', [{ ...DUTY, assumed: 'no' }]],
      ['obligations[0].assumed', [{ ...DUTY, duty: undefined, assumed: false }]],
      ['obligations[0].unless', [{ ...DUTY, unless: { field: 'channel' } }]],
      ['obligations[0].unless', [{ ...DUTY, unless: { pattern: 'pos' } }]],
      ['obligations[0].unless', [{ ...DUTY, unless: 'channel' }]],
      ['obligations[0].unless.pattern', [{ ...DUTY, unless: { field: 'channel', pattern: '\\-' } }]],
      ['obligations[0].note', [{ ...DUTY, level: 'listed', note: ' ' }]],
      ['obligations[0].anyOf', [{ ...DUTY, anyOf: ['x'], level: 'listed' }]],
      ['obligations[0].tenders', [{ ...DUTY, tenders: [] }]],
      ['obligations[0].tenders', [{ ...DUTY, tenders: 'cash' }]],
      ['obligations[0] must have anyOf', [{ ...DUTY, code: 'invoice_needed', anyOf: [] }]],
      ['obligations[0].unless.pattern', [{ ...DUTY, unless: { field: 'channel', pattern: '[' } }]],
      ['obligations[0].when', [{ ...DUTY, when: 'present' }]],
      ['obligations[0].article', [{ ...DUTY, article: ' ' }]],
      ['obligations[0].url', [{ ...DUTY, url: 'example.com' }]],
      ['obligations[0].evidence', [{ ...DUTY, evidence: 'hearsay' }]],
      ['obligations[0].readOn', [{ ...DUTY, readOn: '22 November' }]],
      ['obligations[0].from', [{ ...DUTY, from: '2026' }]],
      ['cashLimits', 5, 'cashLimits'],
      ['cashLimits[0]', [5], 'cashLimits'],
      ['cashLimits[0].limt', [{ ...LIMIT, limt: 5 }], 'cashLimits'],
      ['cashLimits[0].limit', [{ ...LIMIT, limit: 0 }], 'cashLimits'],
      ['cashLimits[0].currency', [{ ...LIMIT, currency: 'euro' }], 'cashLimits'],
      ['cashLimits[0].forbids', [{ ...LIMIT, forbids: 'at' }], 'cashLimits'],
      ['cashLimits[0].who', [{ ...LIMIT, who: 5 }], 'cashLimits'],
      ['cashLimits[0].level', [{ ...LIMIT, level: 'rule' }], 'cashLimits'],
      ['cashLimits[0].until', [{ ...LIMIT, until: '2026' }], 'cashLimits'],
      ['cashLimits[0].evidence', [{ ...LIMIT, evidence: 'hearsay' }], 'cashLimits'],
      ['stateRounding', 5, 'stateRounding'],
      ['stateRounding[0]', [5], 'stateRounding'],
      ['stateRounding[0].nam', [{ ...STATE, nam: 'x' }], 'stateRounding'],
      ['stateRounding[0].code', [{ ...STATE, code: 'QP-AA' }], 'stateRounding'],
      ['stateRounding[0].code', [{ ...STATE, code: ['AA'] }], 'stateRounding'],
      ['stateRounding[0].code', [{ ...STATE, code: 'AAA' }], 'stateRounding'],
      ['stateRounding[0].name', [{ ...STATE, name: ' ' }], 'stateRounding'],
      ['stateRounding[0].maxUp', [{ ...STATE, maxUp: 0 }], 'stateRounding'],
      ['stateRounding[0].maxDown', [{ ...STATE, maxDown: 1.5 }], 'stateRounding'],
      ['stateRounding[0].cashOnly', [{ ...STATE, cashOnly: 'yes' }], 'stateRounding'],
      ['stateRounding[0].level', [{ ...STATE, level: 'warning' }], 'stateRounding'],
      ['stateRounding[0].from', [{ ...STATE, from: '2026' }], 'stateRounding'],
      ['stateRounding[0].articleEvidence', [{ ...STATE, articleEvidence: 'hearsay' }], 'stateRounding'],
      ['stateRounding has the code "AA" twice', [STATE, STATE], 'stateRounding'],
      ['two obligations have the id "qp-unit"', [DUTY, DUTY]],
    ] as const
  ).map(
    ([part, value, list = 'obligations']: readonly [string, unknown, string?]) => [part, set(list, value)] as const,
  ),
  ['disabledRules.jurisdictions-tax', set('disabledRules', { 'jurisdictions-tax': 'Another law has it.' })],
];

const RANGE_FAULTS: typeof FAULTS = [
  ['rates', set('rates.min', '0')],
  ['rates', remove('rates.max')],
  ['rates', set('rates.min', 1)],
  ['rates', set('rates.max', 10)],
  ['rates', set('rates.usual', [15, 0.125])],
  ['rates', set('rates.usual', [1])],
  ['rates', set('rates.usual', 8)],
  ['rates.citation', remove('rates.citation')],
  ['rates.usal', set('rates.usal', [1, 2])],
];

/** Unknown fields in every object of a law, each with the suggested field. */
const MISSPELT: readonly (readonly [field: string, meant: string])[] = [
  ['cashRouding', 'cashRounding'],
  ['name.loca1', 'local'],
  ['currencies[0].util', 'until'],
  ['tax.priceIncludesTax', 'pricesIncludeTax'],
  ['rates[0].productClass', 'productTaxClass'],
  ['cashRounding[0].incremnt', 'increment'],
  ['cashRounding[0].smallTotals.upto', 'upTo'],
  ['extensions[0].descripton', 'description'],
  [`${FIELD}.warnigCode`, 'warningCode'],
];

describe('defineReceiptPack', () => {
  it.each(MISSPELT)('refuses the unknown field %s, and suggests %s', (field, meant) => {
    const law = changed(sound, [set('cashRounding[0].smallTotals', { upTo: 100 }), set(field, 'x')]);
    const fault = lawFault(law)!;
    expect(fault.startsWith(`${field} `)).toBe(true);
    expect(fault).toContain(meant);
  });

  it.each(testLaws)('accepts the law of $country', (law) => {
    expect(lawFault(law)).toBeUndefined();
    expect(defineReceiptPack(law)).toMatchObject({ id: law.id, country: law.country, law });
  });

  it('accepts rows for a single day', () => {
    const day = { from: '2026-02-01', until: '2026-02-01' };
    const dated = changed(sound, [
      { append: 'rates', value: { rate: 3, enforce: true, citation: 'Fictional', ...day } },
      set('currencies', [
        { code: 'QPK', until: '2026-01-31' },
        { code: 'EUR', ...day },
      ]),
    ]);
    expect(lawFault(dated)).toBeUndefined();
  });

  it.each([
    set('description', 'VAT and receipts.'),
    set('timeZone', 'America/Argentina/Buenos_Aires'),
    set('otherTimeZones', ['Atlantic/Canary']),
    set('corrections', ['refund', 'void', 'credit_note', 'exchange']),
    set('tax.references', [{ url: 'https://example.com/law', title: 'Act', note: 'Made up', checkedOn: '2026-11-21' }]),
    set('tax.references', [{ url: 'http://example.com/' }, { title: 'Act' }, { note: 'Made up' }]),
    set('tax.citation', 'x'.repeat(60)),
    set('tax.lineTolerance', 1),
    set('rates[0].rate', 100),
    set('cashRounding[0].increment', 1),
    set('cashRounding[0].maxRounding', 50),
    set('obligations', []),
    set('cashLimits', [LIMIT]),
    set('stateRounding', [STATE]),
    set('obligations', [DUTY]),
    set('cashRounding[0].business', 'not_allowed'),
    set('cashRounding[0].smallTotals', { upTo: 1, mayBecome: 100 }),
    set('currencies[0].unit', 2),
    set('currencies[0].successor', EURO),
    set('ratesSince', '2026-02-28'),
    set('territories', [ISLAND, { ...ISLAND, code: 'QP-TWO', rates: [0, 5] }]),
    set('aliases', [{ code: 'QX' }]),
    set('outside', [{ code: 'QX', reason: 'Made up' }]),
    set('rates[0].regime', 'horeca'),
    set('obligations', [{ ...DUTY, level: 'rule', code: 'required', anyOf: [['total']] }]),
    set('obligations', [{ ...DUTY, unless: { field: 'channel', pattern: '^pos$' }, tenders: ['cash', 'card'] }]),
    set('obligations', [{ ...DUTY, code: 'invoice_needed', anyOf: [], when: { present: 'customer.vatNumber' } }]),
    set('stateRounding', [STATE, { ...STATE, code: 'AB', level: 'listed', cashOnly: true }]),
    set('cashRounding[0].smallTotals', { upTo: 100, mayBecome: 100 }),
  ])('accepts edge cases: %j', (change) => {
    expect(lawFault(changed(sound, [change]))).toBeUndefined();
  });

  const all = [
    ...FAULTS.map(([part, ...change]) => [part, sound, change] as const),
    ...RANGE_FAULTS.map(([part, ...change]) => [part, range, change] as const),
  ];

  it.each(all.map(([part, law, change]) => [part, JSON.stringify(change), law, change] as const))(
    'names the invalid part %s: %s',
    (part, _, law, change) => {
      const make = () => defineReceiptPack(changed(law, change) as ReceiptLaw);
      expect(make).toThrow(UsageError);
      // The `: ` anchors the match right after the pack's id, because other messages also name a part. A longer path
      // than the part does not match.
      expect(make).toThrow(new RegExp(`: ${part.replace(/[.[\]]/g, '\\$&')}(?![.[\\w])`));
    },
  );

  it.each([undefined, null, 5, 'qp-receipt-1', []])('refuses %j, which is not a law', (law) => {
    expect(() => defineReceiptPack(law as never)).toThrow(UsageError);
  });

  it('names the invalid law', () => {
    expect(() => defineReceiptPack({ ...sound!, rates: [] })).toThrow('qp-receipt-1');
    expect(() => defineReceiptPack({} as never)).toThrow('without id');
  });

  it('accepts custom rules, and refuses values that are not rules', () => {
    expect(defineReceiptPack(sound!, [ROW]).rules.at(-1)).toBe(ROW);
    const names = [{ ...ROW, id: 'currency' }, { ...ROW, reads: [] }, { ...ROW, codes: [] }, {}];
    for (const rule of names) expect(() => defineReceiptPack(sound!, [rule as typeof ROW])).toThrow(UsageError);
  });

  it('omits the shared rules that the law disables', () => {
    const ids = defineReceiptPack({ ...sound!, disabledRules: { 'last4-card': 'Receipts never have it.' } }).rules.map(
      ({ id }) => id,
    );
    expect(ids).not.toContain('last4-card');
    expect(ids).toHaveLength(defineReceiptPack(sound!).rules.length - 1);
  });
});
