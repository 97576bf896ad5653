import type { Shop } from '../engine/shop.js';
import { assertArgument } from '../usage/assert-argument.js';

/**
 * Checks the members instead of the class, because a shop can be wrapped, or come from the library's build in the other
 * module format.
 *
 * @throws UsageError `invalid_argument`
 */
export function assertShop(shop: unknown): asserts shop is Shop {
  const { validate, options } = Object(shop) as Partial<Shop>;
  const holds = typeof validate === 'function' && typeof options === 'object' && options !== null;
  assertArgument(holds, 'shop', 'what registry.shop() returns', shop);
}
