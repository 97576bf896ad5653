import { amountCell, isInteger } from './cells.js';
import type { Cell } from './model.js';
import type { RenderContext } from './render-context.js';
import type { Path } from './read.js';

/** An amount from the document, with the opposite sign if money is refunded. */
export const money = ({ figures, style, sign }: RenderContext, path: Path, value: unknown, turned = false): Cell =>
  amountCell(
    path,
    value,
    style.layout.currency.onLines === true ? { amount: (minor: bigint) => figures.money(minor) } : figures,
    turned ? (sign === 1 ? -1 : 1) : sign,
  );

/** A computed amount, which is not a field of the document. */
export function sumCell(context: RenderContext, minor: number): Cell {
  const { figures, style, sign } = context;
  const amount = BigInt(minor) * BigInt(sign);
  return { text: style.layout.currency.onLines === true ? figures.money(amount) : figures.amount(amount) };
}

/** An amount for use in a sentence: positive, with the currency symbol. */
export function spokenMoney({ figures }: RenderContext, path: Path, value: number): Cell {
  return { text: figures.money(BigInt(Math.abs(value))), path };
}

/** The sum of integers; undefined if a value is not an integer. */
export function sumOf(values: readonly unknown[]): number | undefined {
  const all = values.filter(isInteger);
  const sum = all.reduce((total, value) => total + value, 0);
  return all.length === values.length && Number.isSafeInteger(sum) ? sum : undefined;
}
