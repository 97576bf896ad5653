import { remove, set, at, lineSetTo, missing, mutation, setTo, unknown, type Mutation } from '../mutation.js';
import type { Needs } from '../options.js';

const LINKED: Needs = { type: ['refund', 'void', 'credit_note', 'exchange'] };
const UNSAFE = [2 ** 53, -(2 ** 53), 1e308];
/** One level deeper than metadata may be nested, and two levels deeper than an extension namespace may be. */
const NESTED = JSON.parse(`${'{"a":'.repeat(201)}1${'}'.repeat(201)}`) as unknown;

/** Mutations that cause structural faults, in schema order. */
export const STRUCTURE: readonly Mutation[] = [
  missing([
    'type',
    'settled',
    'receiptNumber',
    'timestamp',
    'currency',
    'vendor',
    'items',
    'tax',
    'totals',
    'payment',
    'source',
  ]),
  missing([
    'vendor.id',
    'tax.scheme',
    'tax.pricesIncludeTax',
    'tax.summary',
    'payment.method',
    'source.platform',
    'source.externalId',
  ]),
  missing(['totals.subtotal', 'totals.discount', 'totals.tax', 'totals.total']),
  missing(['items[0].name', 'items[0].quantity', 'items[0].unitPrice', 'items[0].amount', 'items[0].taxRate']),
  missing(['items[0].taxCategory', 'items[0].taxAmount']),
  missing([
    'tax.summary[0].rate',
    'tax.summary[0].category',
    'tax.summary[0].taxableAmount',
    'tax.summary[0].taxAmount',
  ]),
  missing(['linkedTransaction.originalTransactionId'], { places: LINKED }),
  setTo('type', ['return', 'Sale', ''], 'invalid_value'),
  setTo('settled', ['true', 1, null], 'invalid_type'),
  setTo('receiptNumber', [''], 'too_short'),
  setTo('receiptNumber', [5, null], 'invalid_type'),
  setTo('timestamp', ['2026-11-21', '2026-02-29T00:00:00Z', '2026-11-21 10:00:00Z', ''], 'invalid_format'),
  setTo('currency', ['sek', '', 'SEKK'], 'invalid_format'),
  setTo('documentTier', ['invoice', ''], 'invalid_value'),
  setTo('locale', ['sv_SE', ''], 'invalid_format'),
  setTo('metadata', ['x', [], null, 5], 'invalid_type'),
  setTo('metadata', [NESTED], 'out_of_range'),
  setTo('vendor', ['x', null, []], 'invalid_type'),
  setTo('vendor.id', [''], 'too_short'),
  setTo('vendor.id', ['a\u0000', '\ud800'], 'invalid_format'),
  setTo('items', [{}, 'x', null], 'invalid_type'),
  setTo('items', [[]], 'too_few_items'),
  mutation('a line that is not an object', 'invalid_type', ({ items }, pick) => {
    const line = `items[${at(items, pick)}]`;
    return [[set(line, null)], [`${line} invalid_type`]];
  }),
  lineSetTo('name', [''], 'too_short'),
  lineSetTo('quantity', ['1', null], 'invalid_type'),
  lineSetTo('unit', [1, null], 'invalid_type'),
  lineSetTo('unitPrice', UNSAFE, 'out_of_range'),
  lineSetTo('amount', UNSAFE, 'out_of_range'),
  lineSetTo('amount', [0.5, '1'], 'invalid_type'),
  lineSetTo('taxRate', ['25', '25%'], 'invalid_type'),
  lineSetTo('taxCategory', ['s', ''], 'invalid_value'),
  lineSetTo('discount', [500, null, []], 'invalid_type'),
  mutation('a discount that is not positive', 'out_of_range', ({ items }, pick) => {
    const discount = `items[${at(items, pick)}].discount`;
    return [[set(discount, { amount: pick % 2 === 0 ? 0 : -pick })], [`${discount}.amount out_of_range`]];
  }),
  lineSetTo('sku', [1, null], 'invalid_type'),
  setTo('tax.scheme', ['DE', ''], 'invalid_value'),
  setTo('tax.summary', [{}, null], 'invalid_type'),
  setTo('totals.rounding', ['0', null, 0.5], 'invalid_type'),
  setTo('totals.total', UNSAFE, 'out_of_range'),
  setTo('payment.method', ['swish', ''], 'invalid_value'),
  setTo('payment.last4', ['424', '42424', ''], 'invalid_format'),
  setTo('source.platform', ['\u0000'], 'invalid_format'),
  setTo('source.externalId', [''], 'too_short'),
  setTo('customer', ['x', null], 'invalid_type'),
  setTo('customer.email', [5, null], 'invalid_type'),
  setTo('linkedTransaction', ['x', null], 'invalid_type'),
  setTo('linkedTransaction.reason', ['broken'], 'invalid_value', { places: LINKED }),
  mutation('a namespace that is nested too deeply', 'out_of_range', ({ extensions }) => [
    [set('extensions', { ...extensions, own: NESTED })],
    ['extensions.own out_of_range'],
  ]),
  setTo('extensions', ['x', null], 'invalid_type'),
  setTo('channel', [5, null], 'invalid_type'),
];

/** Mutations that `validate` reports in an earlier stage, without running rules. */
export const EARLIER_STAGES: readonly Mutation[] = [
  unknown(['id', 'createdAt', 'fiscal', 'constructor', '["odd key"]', '__proto__']),
  unknown([
    'vendor.name',
    'vendor.country',
    'items[0].id',
    'tax.rate',
    'tax.summary[0].id',
    'totals.sum',
    'payment.card',
  ]),
  unknown(['source.syncedAt', 'customer.phone']),
  unknown(['linkedTransaction.id', 'linkedTransaction.toString'], LINKED),
  mutation(
    'a discount in percent',
    'unknown_field',
    () => [[set('items[0].discount', { amount: 1, rate: 5 })], ['items[0].discount.rate unknown_field']],
    { error: 'invalid_json' },
  ),
  setTo('profileId', ['x', '', 5, null], 'profile_mismatch', { error: 'profile_mismatch' }),
  mutation(
    'a country without a pack',
    'unsupported_country',
    () => [[remove('locale')], ['vendor.id unsupported_country']],
    {
      business: { country: 'AQ' },
    },
  ),
];
