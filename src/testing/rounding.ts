import type { Transaction } from '../document/types.generated.js';
import type { CashRounding, ReceiptLaw, RoundingDuty } from '../law/types.js';
import { localDay, rowOn } from './days.js';

type Tender = Transaction['payment']['method'];

/** How to round a document, as far as the law allows. */
export interface RoundingWish {
  readonly type: Transaction['type'];
  readonly tender: Tender;
  readonly business: boolean;
  readonly channel?: string | undefined;
  readonly rounding: 'none' | 'zero' | 'grid';
  /** Whether to round towards zero if a total is exactly halfway between two multiples. */
  readonly tieDown: boolean;
  /** Whether to round to the farther multiple instead of the nearest one, if the law allows it. */
  readonly farther: boolean;
  /** Whether to round small totals to the special value that the law allows, not to the nearest multiple. */
  readonly small: boolean;
  /** Selects an amount; undefined for 0. */
  readonly pick: number | undefined;
  /** The smallest amount that is charged, in minor units. Default 1. */
  readonly unit?: number;
  /** Whether the rounding may cause a warning. */
  readonly unusual: boolean;
}

/**
 * Whether a row requires, allows or forbids rounding for a tender. Shares no code with the rules, so that it finds
 * their bugs instead of repeating them.
 */
export function dutyOf(
  row: CashRounding,
  tender: Tender,
  business: boolean,
  channel?: string,
): RoundingDuty | 'cash_part' {
  const electronic = tender === 'transfer' ? (row.transfer ?? row.electronic) : row.electronic;
  const duty = tender === 'cash' ? row.cash : tender === 'other' ? row.other : electronic;
  const isElsewhere = row.channels !== undefined && !row.channels.includes(channel ?? null);
  if (isElsewhere && channel === 'ecommerce') return 'not_allowed';
  if (duty === 'required' && business && row.business !== undefined) return row.business;
  return duty === 'required' && isElsewhere ? 'allowed' : duty;
}

/** Whether the document shows that the customer is a business. */
export function isBusiness(customer: Transaction['customer']): boolean {
  return (customer?.orgNumber ?? '') !== '' || (customer?.vatNumber ?? '') !== '';
}

/** The largest rounding that a row allows, in whole minor units. */
export const largestOf = ({ increment, maxRounding }: CashRounding): number => maxRounding ?? Math.floor(increment / 2);

/** The row in force on the document's day. */
export function rowOf(
  { cashRounding }: ReceiptLaw,
  { timestamp }: Pick<Transaction, 'timestamp'>,
): CashRounding | undefined {
  return rowOn(cashRounding, localDay(timestamp));
}

/** An upper bound for any rounding under the law. */
export function mostRounding({ cashRounding }: ReceiptLaw): number {
  return Math.max(
    0,
    ...cashRounding.map((row) => Math.max(row.increment, largestOf(row), row.smallTotals?.mayBecome ?? 0)),
  );
}

/** `totals.rounding` for the total `net` before rounding; undefined to omit the field. */
export function roundingOf(row: CashRounding | undefined, wish: RoundingWish, net: number): number | undefined {
  if (wish.tender !== 'cash' && wish.rounding === 'none') return undefined;
  return row === undefined ? 0 : amountOf(row, wish, net);
}

function amountOf(row: CashRounding, wish: RoundingWish, net: number): number {
  const { type, tender, business, rounding, pick = 0, unusual, unit = 1 } = wish;
  const duty = dutyOf(row, tender, business, wish.channel);
  if (duty === 'not_allowed' || (duty === 'unusual' && !unusual)) return 0;
  if (rounding !== 'grid' && !(duty === 'required' && tender === 'cash')) return 0;
  const near = Math.floor(row.increment / 2);
  if (type === 'void') return atMost(near, pick);
  if (duty === 'cash_part' || duty === 'unusual') {
    const some = atMost(unusual ? largestOf(row) : near, pick);
    const value = some - (some % unit);
    // Only exchanges may have a negative total.
    return net + value < 0 && type !== 'exchange' ? -value : value;
  }
  return smallest(row, wish, net) ?? toGrid(row, wish, net);
}

/** An integer between −size and size; 0 for a size of 0. */
function atMost(size: number, pick: number): number {
  const value = pick % (2 * size + 1);
  return value <= size ? value : size - value;
}

/** The rounding to the special value that the law allows for small totals; undefined for larger totals. */
function smallest({ smallTotals: law }: CashRounding, { small }: RoundingWish, net: number): number | undefined {
  const size = Math.abs(net);
  if (law === undefined || !small || size === 0 || size > law.upTo) return undefined;
  return law.mayBecome === undefined ? 0 : Math.sign(net) * (law.mayBecome - size);
}

/** Rounds to the nearest multiple, with halfway totals away from zero unless `tieDown`. */
function toGrid(row: CashRounding, { tieDown, farther, unusual }: RoundingWish, net: number): number {
  const { increment, halfway } = row;
  const down = Math.abs(net) % increment;
  if (down === 0) return 0;
  const up = increment - down;
  const towardsZero = down === up ? tieDown && (halfway === 'either' || unusual) : down < up;
  const other = farther && unusual && Math.max(down, up) <= largestOf(row);
  const size = towardsZero === other ? up : -down;
  return net < 0 ? -size : size;
}
