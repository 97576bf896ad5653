import { set, chosen, mutation, type Mutation } from '../mutation.js';
import { isWithin, localDay } from '../days.js';

/** In ISO 4217, XXX means no currency. */
const CURRENCIES = ['EUR', 'NOK', 'SEK', 'XXX'];

export const mutations: readonly Mutation[] = [
  mutation(
    'a currency from another country',
    'currency_not_allowed',
    (_, pick, { currencies }) => {
      const others = CURRENCIES.filter((code) => !currencies.some((own) => own.code === code));
      return [[set('currency', chosen(others, pick))], ['currency currency_not_allowed']];
    },
    { rule: 'currency' },
  ),
  mutation(
    'a currency from another period',
    'currency_not_allowed',
    ({ timestamp }, pick, { currencies }) => {
      const others = currencies.filter((row) => !isWithin(row, localDay(timestamp)));
      return [[set('currency', chosen(others, pick).code)], ['currency currency_not_allowed']];
    },
    { rule: 'currency', places: ({ currencies }) => (currencies.length > 1 ? [{ type: 'sale' }] : []) },
  ),
];
