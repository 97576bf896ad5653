import { set, at, mutation, type Mutation } from '../mutation.js';
import { weightSlack } from '../exact.js';

export const mutations: readonly Mutation[] = [
  mutation(
    "a line's amount is off",
    'amount_mismatch',
    ({ items }, pick) => {
      const i = at(items, pick);
      const { quantity, unitPrice, amount } = items[i]!;
      // More than rounding the weight can explain, even if the amount already deviates that much.
      const off = Number.isInteger(quantity) ? 2 : 2 * weightSlack(quantity, unitPrice) + 4;
      // Away from zero, so that the line keeps its sign.
      const moved = amount < 0 ? amount - off : amount + off;
      const field = `items[${i}].amount`;
      return [[set(field, moved)], [`${field} amount_mismatch`, ['totals-subtotal', 'totals.subtotal sum_mismatch']]];
    },
    { rule: 'line-amount' },
  ),
];
