import type { Reader } from '../core/reader.js';

/**
 * Reads an amount in the shop's currency. In REST, the amount is in the field `name`; in GraphQL, it is in the field
 * `set`, which states it in two currencies.
 */
export function moneyAt(
  fields: Reader,
  name: string,
  set = `${name}_set`,
  ...fallback: readonly [] | readonly [number]
): number {
  const money = fields.at(name);
  const both = fields.at(set);
  if (!money.isAbsent || both.isAbsent) return money.money(...fallback);
  return both.at('shop_money').at('amount').money();
}

/** The elements of a list: an array in REST, a connection in GraphQL. */
export function listAt(fields: Reader, name: string): readonly Reader[] {
  const list = fields.at(name);
  if (list.isAbsent || Array.isArray(list.value)) return list.list([]);
  if (list.at('page_info').at('has_next_page').value === true)
    list.report('source_incomplete', 'has more entries: send them all, with a larger `first` in the query');
  return list.at('nodes').list();
}

/** An id: a number in REST, `gid://shopify/LineItem/1` in GraphQL. */
export const idAt = (fields: Reader, name: string): string =>
  fields
    .at(name)
    .id()
    .replace(/^gid:.*\//, '');

/** An enum value in lower case: `sale` in REST, `SALE` in GraphQL. */
export const wordAt = (fields: Reader, name: string): string => fields.at(name).text('').toLowerCase();
