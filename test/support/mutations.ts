import type { Business, LineItem, Transaction } from 'receipt-rule-packs';
import type { Wanted } from './arbitraries';
import { changed, type Change } from './changes';

/** One change to a valid document, and exactly what it brings about: `field code`, in order. */
export interface Mutation {
  readonly name: string;
  /** The documents that it can be made on. */
  readonly wanted?: Wanted;
  /** `pick` chooses among lines, entries or fields. */
  readonly changes: (document: Transaction, pick: number) => { readonly change: readonly Change[]; readonly expected: readonly string[] };
  readonly business?: Business;
  readonly error?: 'invalid_json' | 'profile_mismatch';
}

type Row = readonly [change: readonly Change[], expected: readonly string[]];

const at = (list: readonly unknown[], pick: number) => pick % list.length;
const set = (path: string, value: unknown): Change => ({ set: path, value });
const remove = (path: string): Change => ({ remove: path });
const linked = (type: Transaction['type']) => type !== 'void';

function mutation(name: string, row: (document: Transaction, pick: number) => Row, more: Omit<Partial<Mutation>, 'name'> = {}): Mutation {
  return {
    name,
    changes: (document, pick) => {
      const [change, expected] = row(document, pick);
      return { change, expected };
    },
    ...more,
  };
}

/** One field set to one of several values, with one code. */
function setTo(field: string, values: readonly unknown[], code: string, more: Omit<Partial<Mutation>, 'name'> = {}): Mutation {
  return mutation(`${field} ${code}`, (_, pick) => [[set(field, values[at(values, pick)])], [`${field} ${code}`]], more);
}

/** The same on a field of any line. */
function lineSetTo(field: keyof LineItem, values: readonly unknown[], code: string): Mutation {
  return mutation(`items[].${field} ${code}`, ({ items }, pick) => {
    const path = `items[${at(items, pick)}].${field}`;
    return [[set(path, values[at(values, pick)])], [`${path} ${code}`]];
  });
}

const missing = (fields: readonly string[], more: Omit<Partial<Mutation>, 'name'> = {}): Mutation =>
  mutation(`${fields.join(', ')} required`, (_, pick) => {
    const field = fields[at(fields, pick)]!;
    return [[remove(field)], [`${field} required`]];
  }, more);

const unknown = (fields: readonly string[], more: Wanted = {}): Mutation =>
  mutation(`${fields.join(', ')} unknown_field`, (_, pick) => {
    const field = fields[at(fields, pick)]!;
    return [[set(field, pick)], [`${field} unknown_field`]];
  }, { error: 'invalid_json', wanted: more });

const OSS: Wanted = { sales: ['oss'] };
const HOME: Wanted = { sales: ['home'] };
const LINKED: Wanted = { types: ['refund', 'void', 'credit_note', 'exchange'] };
const UNROUNDED: Wanted = { types: ['sale', 'refund', 'credit_note'], tenders: ['card'] };
const MONEY: Wanted = { types: ['sale', 'refund', 'credit_note', 'exchange'] };
const MANY: Business = { country: 'SE', multiLocation: true };
const UNSAFE = [2 ** 53, -(2 ** 53), 1e308, NaN, Infinity, -Infinity];
const NESTED = JSON.parse(`${'{"a":'.repeat(201)}1${'}'.repeat(201)}`) as unknown;

const STRUCTURE: readonly Mutation[] = [
  missing(['type', 'settled', 'receiptNumber', 'timestamp', 'currency', 'vendor', 'items', 'tax', 'totals', 'payment', 'source']),
  missing(['vendor.id', 'tax.pricesIncludeTax', 'tax.scheme', 'tax.summary', 'payment.method', 'source.platform', 'source.externalId']),
  missing(['totals.subtotal', 'totals.discount', 'totals.tax', 'totals.total']),
  missing(['items[0].name', 'items[0].quantity', 'items[0].unitPrice', 'items[0].amount', 'items[0].taxRate', 'items[0].taxAmount']),
  missing(['tax.summary[0].rate', 'tax.summary[0].category', 'tax.summary[0].taxableAmount', 'tax.summary[0].taxAmount']),
  missing(['linkedTransaction.originalTransactionId'], { wanted: LINKED }),
  missing(['extensions.se', 'extensions.se.controlUnitId', 'extensions.se.controlCode', 'extensions.se.sequenceNumber']),
  mutation('extensions absent', () => [[remove('extensions')], ['extensions.se required']]),
  setTo('type', ['Sale', '', 'return'], 'invalid_value'),
  setTo('settled', ['true', 1, null], 'invalid_type'),
  setTo('receiptNumber', [''], 'too_short'),
  setTo('receiptNumber', [5, null], 'invalid_type'),
  setTo('timestamp', ['2026-11-21', '2026-02-29T00:00:00Z', '2026-11-21 10:00:00Z', ''], 'invalid_format'),
  setTo('currency', ['sek', '', 'SEKK'], 'invalid_format'),
  setTo('documentTier', ['invoice', ''], 'invalid_value'),
  setTo('locale', ['sv_SE', ''], 'invalid_format'),
  setTo('metadata', [[], 'x', null, 5], 'invalid_type'),
  setTo('metadata', [NESTED, { a: [NaN] }], 'out_of_range'),
  setTo('extensions', [NESTED, { se: { a: Infinity } }], 'out_of_range'),
  setTo('vendor', [null, 'x', []], 'invalid_type'),
  setTo('vendor.id', ['', ''], 'too_short'),
  setTo('vendor.id', ['a\u0000', '\ud800'], 'invalid_format'),
  setTo('items', [{}, 'x', null], 'invalid_type'),
  setTo('items', [[]], 'too_few_items'),
  lineSetTo('name', ['', ''], 'too_short'),
  lineSetTo('quantity', ['1', null], 'invalid_type'),
  lineSetTo('quantity', [NaN, Infinity], 'out_of_range'),
  lineSetTo('unitPrice', UNSAFE, 'out_of_range'),
  lineSetTo('amount', UNSAFE, 'out_of_range'),
  lineSetTo('amount', [0.5, '1'], 'invalid_type'),
  lineSetTo('taxCategory', ['s', ''], 'invalid_value'),
  lineSetTo('discount', [500, null, []], 'invalid_type'),
  mutation('discount.amount', ({ items }, pick) => {
    const field = `items[${at(items, pick)}].discount`;
    return [[set(field, { amount: pick % 2 === 0 ? 0 : -pick })], [`${field}.amount out_of_range`]];
  }),
  mutation('a line that is none', ({ items }, pick) => [[set(`items[${at(items, pick)}]`, null)], [`items[${at(items, pick)}] invalid_type`]]),
  setTo('tax.summary', [{}, null], 'invalid_type'),
  setTo('tax.scheme', ['DE', ''], 'invalid_value'),
  setTo('totals.total', UNSAFE, 'out_of_range'),
  setTo('totals.rounding', ['0', null, 0.5], 'invalid_type'),
  setTo('payment.method', ['swish', ''], 'invalid_value'),
  setTo('payment.last4', ['424', '42424', ''], 'invalid_format'),
  setTo('source.externalId', ['', ''], 'too_short'),
  setTo('source.platform', ['\u0000'], 'invalid_format'),
  setTo('customer', ['x', null], 'invalid_type'),
  setTo('linkedTransaction', ['x', null], 'invalid_type'),
  setTo('linkedTransaction.reason', ['broken'], 'invalid_value', { wanted: LINKED }),
  setTo('extensions.se', [null, [], 'x'], 'invalid_type'),
  setTo('extensions.se.controlUnitId', [''], 'too_short'),
  setTo('extensions.se.controlCode', [5, null], 'invalid_type'),
  setTo('extensions.se.sequenceNumber', [-1, 2 ** 53], 'out_of_range'),
  setTo('extensions.se.sequenceNumber', [0.5, null, true], 'invalid_type'),
  setTo('channel', [5, null], 'invalid_type'),
];

const EARLIER_STAGES: readonly Mutation[] = [
  unknown(['id', 'createdAt', 'fiscal', 'constructor', '["odd key"]', '__proto__']),
  unknown(['vendor.name', 'vendor.country', 'items[0].id', 'tax.rate', 'tax.summary[0].id', 'totals.sum', 'payment.card', 'source.syncedAt']),
  unknown(['linkedTransaction.id', 'linkedTransaction.toString'], LINKED),
  unknown(['items[0].discount.rate'], undefined),
  setTo('profileId', ['x', '', 5, null], 'profile_mismatch', { error: 'profile_mismatch' }),
  mutation('a country without pack', () => [[], ['vendor.id unsupported_country']], { business: { country: 'NO' } }),
].map((row) => (row.name.startsWith('items[0].discount') ? { ...row, changes: unknownInDiscount } : row));

function unknownInDiscount(): ReturnType<Mutation['changes']> {
  return { change: [set('items[0].discount', { amount: 1, rate: 5 })], expected: ['items[0].discount.rate unknown_field'] };
}

const RULES: readonly Mutation[] = [
  setTo('documentTier', ['simplified_invoice', 'full_invoice'], 'unsupported_tier'),
  setTo('currency', ['EUR', 'NOK', 'XXX'], 'currency_not_allowed'),
  mutation('locationName', (document) => [document.vendor.locationName === undefined ? [] : [remove('vendor.locationName')], ['vendor.locationName required']], { business: MANY }),
  setTo('vendor.locationName', [''], 'too_short', { business: MANY }),
  mutation('linkedTransaction', () => [[remove('linkedTransaction')], ['linkedTransaction required']], { wanted: LINKED }),
  mutation('no rounding in cash', ({ type, totals }) => [
    [remove('totals.rounding'), ...(linked(type) ? [set('totals.total', totals.total - totals.rounding!)] : [])],
    [...(linked(type) && totals.total < totals.rounding! && type !== 'exchange' ? ['totals.total out_of_range'] : []), 'totals.rounding required'],
  ], { wanted: { tenders: ['cash'] } }),
  mutation('amount 2 off', ({ items }, pick) => {
    const i = at(items, pick);
    return [[set(`items[${i}].amount`, items[i]!.amount + (pick % 2 === 0 ? 2 : -2))], [`items[${i}].amount amount_mismatch`, 'totals.subtotal sum_mismatch']];
  }),
  mutation('subtotal', ({ type, totals }, pick) => [[set('totals.subtotal', totals.subtotal + 1 + pick % 9)], ['totals.subtotal sum_mismatch', ...(linked(type) ? ['totals.total sum_mismatch'] : [])]]),
  mutation('discount', ({ totals }, pick) => [[set('totals.discount', totals.discount + 1 + pick % 9)], ['totals.discount sum_mismatch']]),
  mutation('tax', ({ type, tax, totals }) => [[set('totals.tax', totals.tax - 1)], ['totals.tax sum_mismatch', ...(tax.pricesIncludeTax || type === 'void' ? [] : ['totals.total sum_mismatch'])]]),
  mutation('total', ({ totals }, pick) => [[set('totals.total', totals.total + 100 * (1 + pick % 9))], ['totals.total sum_mismatch']], { wanted: MONEY }),
  mutation('negative total', () => [[set('totals.total', -100)], ['totals.total out_of_range', 'totals.total sum_mismatch']], { wanted: { ...UNROUNDED } }),
  mutation('a void with a total', (_, pick) => [[set('totals.total', 100 * (1 + pick % 9))], ['totals.total must_be_zero']], { wanted: { types: ['void'] } }),
  mutation('too much rounding', ({ totals }) => [[set('totals.rounding', totals.rounding! + 200), set('totals.total', totals.total + 200)], ['totals.rounding invalid_rounding']], { wanted: { ...MONEY, tenders: ['cash'] } }),
  mutation('rounding off the grid', ({ totals }) => [[set('totals.rounding', totals.rounding! + 1), set('totals.total', totals.total + 1)], ['totals.rounding invalid_rounding']], { wanted: { ...MONEY, tenders: ['cash'] } }),
  mutation('summary_missing', ({ tax, totals, type }, pick) => {
    const j = at(tax.summary, pick);
    const { taxAmount } = tax.summary[j]!;
    const total = tax.pricesIncludeTax || type === 'void' || taxAmount === 0 ? [] : ['totals.total sum_mismatch'];
    return [[remove(`tax.summary[${j}]`), set('totals.tax', totals.tax - taxAmount)], ['tax.summary summary_missing', ...total]];
  }),
  mutation('summary_unused', ({ tax }) => [[{ append: 'tax.summary', value: { rate: 99, category: 'S', taxableAmount: 0, taxAmount: 0 } }], [`tax.summary[${tax.summary.length}] summary_unused`]]),
  mutation('summary_duplicate', ({ tax }, pick) => {
    const entry = { ...tax.summary[at(tax.summary, pick)]!, taxableAmount: 0, taxAmount: 0 };
    return [[{ append: 'tax.summary', value: entry }], [`tax.summary[${tax.summary.length}] summary_duplicate`]];
  }),
  mutation('invalid_rate', ({ items, tax }, pick) => {
    const j = at(tax.summary, pick);
    const { rate, category } = tax.summary[j]!;
    const lines = items.flatMap((item, i) => (item.taxRate === rate && item.taxCategory === category ? [`items[${i}].taxRate`] : []));
    return [[set(`tax.summary[${j}].rate`, 99), ...lines.map((line) => set(line, 99))], lines.map((line) => `${line} invalid_rate`)];
  }, { wanted: { sales: ['home', 'oss'] } }),
  setTo('tax.scheme', ['NO_MVA', 'DK_MOMS', 'FI_ALV', 'UK_VAT', 'US_SALES_TAX'], 'tax.scheme/scheme_not_allowed'),
  mutation('OSS at home', () => [[set('customer.country', 'SE')], ['tax.scheme tax.scheme/scheme_not_allowed']], { wanted: OSS }),
  mutation('OSS without country', () => [[remove('customer.country')], ['customer.country customer.country/required']], { wanted: OSS }),
  mutation('OSS without customer', () => [[remove('customer')], ['customer.country customer.country/required']], { wanted: OSS }),
  setTo('customer.country', ['NOR', '578', 'no', 'XK', '', 'UK'], 'customer.country/invalid_country', { wanted: OSS }),
  missing(['channel'], { wanted: OSS }),
  setTo('channel', ['pos', ''], 'invalid_value', { wanted: OSS }),
  missing(['tax.reverseCharge'], { wanted: { ...HOME, reverseCharge: true } }),
  setTo('tax.reverseCharge', [false], 'invalid_value', { wanted: { ...HOME, reverseCharge: true } }),
  setTo('tax.jurisdictions', [[], [{ level: 'city', name: 'x', rate: 1, taxAmount: 0 }]], 'not_allowed'),
];

export const MUTATIONS: readonly Mutation[] = [...STRUCTURE, ...EARLIER_STAGES, ...RULES];

/** A changed copy of a document; numbers that JSON cannot carry come in through the changes alone. */
export const mutated = (document: Transaction, change: readonly Change[]): unknown => changed(document, change);
