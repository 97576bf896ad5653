import type { Transaction } from '../../document/types.generated.js';
import type { RulePack } from '../../pack/types.js';
import { remove, set } from '../change.js';
import type { TransactionOptions } from '../options.js';
import { at, missing, mutation, setTo, type Mutation, type MutationExtras } from './mutation.js';

const LINKED: TransactionOptions = { type: ['refund', 'void', 'credit_note', 'exchange'] };
const REVERSE: TransactionOptions = { sale: 'home', reverseCharge: true };
/** XXX: no currency, in ISO 4217. */
const CURRENCIES = ['EUR', 'NOK', 'SEK', 'XXX'];
const SCHEMES: readonly Transaction['tax']['scheme'][] = [
  'NO_MVA',
  'SE_MOMS',
  'DK_MOMS',
  'FI_ALV',
  'UK_VAT',
  'US_SALES_TAX',
];

/** One field set to a value that the pack does not take. */
function otherThan(
  field: string,
  values: readonly string[],
  own: (pack: RulePack) => readonly string[],
  code: string,
  extras: MutationExtras,
): Mutation {
  return mutation(
    `${field}: a value of another country`,
    code,
    (_, pick, pack) => {
      const others = values.filter((value) => !own(pack).includes(value));
      return [[set(field, others[at(others, pick)])], [`${field} ${code}`]];
    },
    extras,
  );
}

/** The schemes whose rates some rule holds against a table. */
function ratedSchemes(pack: RulePack): TransactionOptions {
  const rules = pack.rules.filter(({ codes }) => codes.includes('invalid_rate'));
  return { sale: ['home', 'oss'], scheme: rules.flatMap(({ schemes = pack.schemes }) => schemes) };
}

/** Faults against rules about one field. */
export const RULES: readonly Mutation[] = [
  setTo('documentTier', ['simplified_invoice', 'full_invoice'], 'unsupported_tier', {
    needs: ['unsupported_tier', 'documentTier'],
  }),
  otherThan('currency', CURRENCIES, ({ currency }) => [currency], 'currency_not_allowed', {
    needs: ['currency_not_allowed', 'currency'],
  }),
  missing(['vendor.locationName'], { business: { multiLocation: true }, needs: ['required', 'vendor.locationName'] }),
  setTo('vendor.locationName', [''], 'too_short', {
    business: { multiLocation: true },
    needs: ['too_short', 'vendor.locationName'],
  }),
  missing(['linkedTransaction'], { on: LINKED, needs: ['required', 'linkedTransaction'] }),
  mutation(
    'a rate that is in no table',
    'invalid_rate',
    ({ items, tax }, pick) => {
      const entry = at(tax.summary, pick);
      const { rate, category } = tax.summary[entry]!;
      const lines = items.flatMap((item, i) =>
        item.taxRate === rate && item.taxCategory === category ? [`items[${i}].taxRate`] : [],
      );
      return [
        [set(`tax.summary[${entry}].rate`, 98.76), ...lines.map((line) => set(line, 98.76))],
        lines.map((line) => `${line} invalid_rate`),
      ];
    },
    { on: ratedSchemes, needs: ['invalid_rate', 'items[].taxRate'] },
  ),
  otherThan('tax.scheme', SCHEMES, ({ schemes }) => schemes, 'tax.scheme/scheme_not_allowed', {
    needs: ['tax.scheme/scheme_not_allowed', 'tax.scheme'],
  }),
  missing(['tax.reverseCharge'], { on: REVERSE, needs: ['required', 'tax.reverseCharge'] }),
  setTo('tax.reverseCharge', [false], 'invalid_value', { on: REVERSE, needs: ['invalid_value', 'tax.reverseCharge'] }),
  setTo('tax.jurisdictions', [[], [{ level: 'city', name: 'x', rate: 1, taxAmount: 0 }]], 'not_allowed', {
    needs: ['not_allowed', 'tax'],
  }),
];

const OSS: TransactionOptions = { sale: 'oss' };
const NO_COUNTRY: MutationExtras = { on: OSS, needs: ['customer.country/required', 'customer.country'] };
const NO_DESTINATION = ['customer.country customer.country/required'];

/** Faults against One-Stop-Shop. */
export const ONE_STOP_SHOP: readonly Mutation[] = [
  mutation(
    'One-Stop-Shop at home',
    'tax.scheme/scheme_not_allowed',
    (_, __, { country }) => [[set('customer.country', country)], ['tax.scheme tax.scheme/scheme_not_allowed']],
    { on: OSS, needs: ['tax.scheme/scheme_not_allowed', 'customer.country'] },
  ),
  mutation(
    'One-Stop-Shop without country',
    'customer.country/required',
    () => [[remove('customer.country')], NO_DESTINATION],
    NO_COUNTRY,
  ),
  mutation(
    'One-Stop-Shop without customer',
    'customer.country/required',
    () => [[remove('customer')], NO_DESTINATION],
    NO_COUNTRY,
  ),
  setTo('customer.country', ['NOR', '578', 'no', 'XK', '', 'UK'], 'customer.country/invalid_country', {
    on: OSS,
    needs: ['customer.country/invalid_country', 'customer.country'],
  }),
  missing(['channel'], { on: OSS, needs: ['required', 'channel'] }),
  setTo('channel', ['pos', ''], 'invalid_value', { on: OSS, needs: ['invalid_value', 'channel'] }),
];

const CONTROL_UNIT = [
  'extensions.se.controlUnitId',
  'extensions.se.controlCode',
  'extensions.se.sequenceNumber',
] as const;
const inSe = (code: string, field: (typeof CONTROL_UNIT)[number] | 'extensions.se'): MutationExtras => ({
  needs: [code, field],
});

/** Faults in the namespaces of `extensions` that are known here. */
export const EXTENSIONS: readonly Mutation[] = [
  missing(['extensions.se'], inSe('required', 'extensions.se')),
  missing(CONTROL_UNIT, inSe('required', 'extensions.se')),
  mutation(
    'no extensions',
    'required',
    () => [[remove('extensions')], ['extensions.se required']],
    inSe('required', 'extensions.se'),
  ),
  setTo('extensions.se', [null, [], 'x'], 'invalid_type', inSe('invalid_type', 'extensions.se')),
  setTo('extensions.se.controlUnitId', [''], 'too_short', inSe('too_short', 'extensions.se.controlUnitId')),
  setTo('extensions.se.controlCode', [5, null], 'invalid_type', inSe('invalid_type', 'extensions.se.controlCode')),
  setTo(
    'extensions.se.sequenceNumber',
    [-1, 2 ** 53],
    'out_of_range',
    inSe('out_of_range', 'extensions.se.sequenceNumber'),
  ),
  setTo(
    'extensions.se.sequenceNumber',
    [0.5, null, true],
    'invalid_type',
    inSe('invalid_type', 'extensions.se.sequenceNumber'),
  ),
];
