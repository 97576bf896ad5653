import { remove, set, missing, mutation, setTo, type Mutation, type MutationExtras } from '../mutation.js';

const OSS = { sale: 'oss' } as const;
const DESTINATION: MutationExtras = { rule: 'oss-destination', places: OSS };
const CHANNEL: MutationExtras = { rule: 'oss-channel', places: OSS };
const NO_DESTINATION = ['customer.country customer.country/required'];

export const mutations: readonly Mutation[] = [
  mutation(
    'One-Stop-Shop at home',
    'tax.scheme/scheme_not_allowed',
    (_, __, { country }) => [[set('customer.country', country)], ['tax.scheme tax.scheme/scheme_not_allowed']],
    DESTINATION,
  ),
  mutation(
    'One-Stop-Shop without a country',
    'customer.country/required',
    () => [[remove('customer.country')], NO_DESTINATION],
    DESTINATION,
  ),
  mutation(
    'One-Stop-Shop without a customer',
    'customer.country/required',
    () => [[remove('customer')], NO_DESTINATION],
    DESTINATION,
  ),
  setTo('customer.country', ['NOR', '578', 'no', 'XK', '', 'UK'], 'customer.country/invalid_country', DESTINATION),
  missing(['channel'], CHANNEL),
  setTo('channel', ['pos', ''], 'invalid_value', CHANNEL),
];
