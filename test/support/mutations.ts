import type { Business, Transaction } from 'receipt-rule-packs';
import type { Wanted } from './arbitraries';
import { at, missing, mutation, remove, set, setTo, unknown, type Mutation } from './mutation';
import { STRUCTURE_MUTATIONS } from './structure-mutations';

const linked = (type: Transaction['type']) => type !== 'void';
const OSS: Wanted = { sales: ['oss'] };
const HOME: Wanted = { sales: ['home'] };
const LINKED: Wanted = { types: ['refund', 'void', 'credit_note', 'exchange'] };
const UNROUNDED: Wanted = { types: ['sale', 'refund', 'credit_note'], tenders: ['card'] };
const MONEY: Wanted = { types: ['sale', 'refund', 'credit_note', 'exchange'] };
const MANY: Business = { country: 'SE', multiLocation: true };

const EARLIER_STAGES: readonly Mutation[] = [
  unknown(['id', 'createdAt', 'fiscal', 'constructor', '["odd key"]', '__proto__']),
  unknown([
    'vendor.name',
    'vendor.country',
    'items[0].id',
    'tax.rate',
    'tax.summary[0].id',
    'totals.sum',
    'payment.card',
    'source.syncedAt',
  ]),
  unknown(['linkedTransaction.id', 'linkedTransaction.toString'], LINKED),
  unknown(['items[0].discount.rate'], undefined),
  setTo('profileId', ['x', '', 5, null], 'profile_mismatch', { error: 'profile_mismatch' }),
  mutation('a country without pack', () => [[], ['vendor.id unsupported_country']], { business: { country: 'NO' } }),
].map((row) => (row.name.startsWith('items[0].discount') ? { ...row, changes: unknownInDiscount } : row));

function unknownInDiscount(): ReturnType<Mutation['changes']> {
  return {
    change: [set('items[0].discount', { amount: 1, rate: 5 })],
    expected: ['items[0].discount.rate unknown_field'],
  };
}

const RULES: readonly Mutation[] = [
  setTo('documentTier', ['simplified_invoice', 'full_invoice'], 'unsupported_tier'),
  setTo('currency', ['EUR', 'NOK', 'XXX'], 'currency_not_allowed'),
  mutation(
    'locationName',
    (document) => [
      document.vendor.locationName === undefined ? [] : [remove('vendor.locationName')],
      ['vendor.locationName required'],
    ],
    { business: MANY },
  ),
  setTo('vendor.locationName', [''], 'too_short', { business: MANY }),
  mutation('linkedTransaction', () => [[remove('linkedTransaction')], ['linkedTransaction required']], {
    wanted: LINKED,
  }),
  mutation(
    'no rounding in cash',
    ({ type, totals }) => [
      [remove('totals.rounding'), ...(linked(type) ? [set('totals.total', totals.total - totals.rounding!)] : [])],
      [
        ...(linked(type) && totals.total < totals.rounding! && type !== 'exchange'
          ? ['totals.total out_of_range']
          : []),
        'totals.rounding required',
      ],
    ],
    { wanted: { tenders: ['cash'] } },
  ),
  mutation('amount 2 off', ({ items }, pick) => {
    const i = at(items, pick);
    return [
      [set(`items[${i}].amount`, items[i]!.amount + (pick % 2 === 0 ? 2 : -2))],
      [`items[${i}].amount amount_mismatch`, 'totals.subtotal sum_mismatch'],
    ];
  }),
  mutation('subtotal', ({ type, totals }, pick) => [
    [set('totals.subtotal', totals.subtotal + 1 + (pick % 9))],
    ['totals.subtotal sum_mismatch', ...(linked(type) ? ['totals.total sum_mismatch'] : [])],
  ]),
  mutation('discount', ({ totals }, pick) => [
    [set('totals.discount', totals.discount + 1 + (pick % 9))],
    ['totals.discount sum_mismatch'],
  ]),
  mutation('tax', ({ type, tax, totals }) => [
    [set('totals.tax', totals.tax - 1)],
    ['totals.tax sum_mismatch', ...(tax.pricesIncludeTax || type === 'void' ? [] : ['totals.total sum_mismatch'])],
  ]),
  mutation(
    'total',
    ({ totals }, pick) => [[set('totals.total', totals.total + 100 * (1 + (pick % 9)))], ['totals.total sum_mismatch']],
    { wanted: MONEY },
  ),
  mutation(
    'negative total',
    () => [[set('totals.total', -100)], ['totals.total out_of_range', 'totals.total sum_mismatch']],
    { wanted: { ...UNROUNDED } },
  ),
  mutation(
    'a void with a total',
    (_, pick) => [[set('totals.total', 100 * (1 + (pick % 9)))], ['totals.total must_be_zero']],
    { wanted: { types: ['void'] } },
  ),
  mutation(
    'too much rounding',
    ({ totals }) => [
      [set('totals.rounding', totals.rounding! + 200), set('totals.total', totals.total + 200)],
      ['totals.rounding invalid_rounding'],
    ],
    { wanted: { ...MONEY, tenders: ['cash'] } },
  ),
  mutation(
    'rounding off the grid',
    ({ totals }) => [
      [set('totals.rounding', totals.rounding! + 1), set('totals.total', totals.total + 1)],
      ['totals.rounding invalid_rounding'],
    ],
    { wanted: { ...MONEY, tenders: ['cash'] } },
  ),
  mutation('summary_missing', ({ tax, totals, type }, pick) => {
    const j = at(tax.summary, pick);
    const { taxAmount } = tax.summary[j]!;
    const total = tax.pricesIncludeTax || type === 'void' || taxAmount === 0 ? [] : ['totals.total sum_mismatch'];
    return [
      [remove(`tax.summary[${j}]`), set('totals.tax', totals.tax - taxAmount)],
      ['tax.summary summary_missing', ...total],
    ];
  }),
  mutation('summary_unused', ({ tax }) => [
    [{ append: 'tax.summary', value: { rate: 99, category: 'S', taxableAmount: 0, taxAmount: 0 } }],
    [`tax.summary[${tax.summary.length}] summary_unused`],
  ]),
  mutation('summary_duplicate', ({ tax }, pick) => {
    const entry = { ...tax.summary[at(tax.summary, pick)]!, taxableAmount: 0, taxAmount: 0 };
    return [[{ append: 'tax.summary', value: entry }], [`tax.summary[${tax.summary.length}] summary_duplicate`]];
  }),
  mutation(
    'invalid_rate',
    ({ items, tax }, pick) => {
      const j = at(tax.summary, pick);
      const { rate, category } = tax.summary[j]!;
      const lines = items.flatMap((item, i) =>
        item.taxRate === rate && item.taxCategory === category ? [`items[${i}].taxRate`] : [],
      );
      return [
        [set(`tax.summary[${j}].rate`, 99), ...lines.map((line) => set(line, 99))],
        lines.map((line) => `${line} invalid_rate`),
      ];
    },
    { wanted: { sales: ['home', 'oss'] } },
  ),
  setTo('tax.scheme', ['NO_MVA', 'DK_MOMS', 'FI_ALV', 'UK_VAT', 'US_SALES_TAX'], 'tax.scheme/scheme_not_allowed'),
  mutation('OSS at home', () => [[set('customer.country', 'SE')], ['tax.scheme tax.scheme/scheme_not_allowed']], {
    wanted: OSS,
  }),
  mutation(
    'OSS without country',
    () => [[remove('customer.country')], ['customer.country customer.country/required']],
    { wanted: OSS },
  ),
  mutation('OSS without customer', () => [[remove('customer')], ['customer.country customer.country/required']], {
    wanted: OSS,
  }),
  setTo('customer.country', ['NOR', '578', 'no', 'XK', '', 'UK'], 'customer.country/invalid_country', { wanted: OSS }),
  missing(['channel'], { wanted: OSS }),
  setTo('channel', ['pos', ''], 'invalid_value', { wanted: OSS }),
  missing(['tax.reverseCharge'], { wanted: { ...HOME, reverseCharge: true } }),
  setTo('tax.reverseCharge', [false], 'invalid_value', { wanted: { ...HOME, reverseCharge: true } }),
  setTo('tax.jurisdictions', [[], [{ level: 'city', name: 'x', rate: 1, taxAmount: 0 }]], 'not_allowed'),
];

export const MUTATIONS: readonly Mutation[] = [...STRUCTURE_MUTATIONS, ...EARLIER_STAGES, ...RULES];
