import fc from 'fast-check';
import { createRefund } from '../complete/corrections/create-refund.js';
import { refundableBalance } from '../complete/corrections/refundable-balance.js';
import { toLocalTimestamp } from '../complete/to-local-timestamp.js';
import type { RefundLine, UnsignedTransaction } from '../complete/types.js';
import { toStored } from '../document/stored.js';
import type { StoredTransaction, Transaction } from '../document/written-types.js';
import type { Shop } from '../engine/shop.js';
import { prettifyIssues } from '../issues/issue.js';
import type { OptionShape } from '../usage/assert.js';
import { A_FUNCTION } from '../usage/option-tests.js';
import { differences } from './differences.js';
import { A_SHOP, checkTest, drawSales, NEUTRAL_SALE } from './neutral-options.js';
import type { NeutralLine, NeutralSale, NeutralSaleOptions } from './neutral-sale.js';
import { assertValid, failure, outcomeOf, strictly, type Outcome } from './outcome.js';

/** The goods that a customer returns at one time. */
export interface NeutralReturn {
  readonly receiptNumber: string;
  /** Local time in the law's time zone, with offset; at least a day after the sale and earlier returns. */
  readonly timestamp: string;
  /** At least one: the key of a line in the sale, and a quantity above 0 in the line's unit. */
  readonly lines: readonly { readonly key: string; readonly quantity: number }[];
  /** The refund: its totals.total is the money paid back, in minor units. */
  readonly document: UnsignedTransaction;
}

/** The sale to correct, in the form that `createRefund` and the other correction functions take. */
export interface SoldBefore {
  readonly sale: StoredTransaction;
  /** The corrections that the mapper made for earlier returns. */
  readonly priorCorrections: readonly Transaction[];
}

/** Mappers for sales and returns, functions that write both in the platform's format, and constraints on the sales. */
export interface CorrectionTest<S, R> extends NeutralSaleOptions {
  readonly shop: Shop;
  /** Writes a sale, and each return, in the platform's format. */
  readonly draw: (
    sale: NeutralSale,
    returns: readonly NeutralReturn[],
  ) => { readonly sale: S; readonly returns: readonly R[] };
  /** The mapper for sales. Returns a document or a `Completion`. */
  readonly mapSale: (input: S) => unknown;
  /** The mapper for returns, called in chronological order. Returns a document or a `Completion`. */
  readonly mapCorrection: (input: R, before: SoldBefore) => unknown;
}

const CORRECTION_TEST = {
  ...NEUTRAL_SALE,
  shop: A_SHOP,
  draw: A_FUNCTION,
  mapSale: A_FUNCTION,
  mapCorrection: A_FUNCTION,
} satisfies Record<keyof CorrectionTest<unknown, unknown>, OptionShape>;

const ID = 'txn_1';

/** A sale and its returns. */
export interface CorrectionPlan {
  readonly sale: NeutralSale;
  readonly returns: readonly NeutralReturn[];
}

/**
 * The property that a mapper for sales and a mapper for returns agree, for `fc.assert` and `fc.check`. For a neutral
 * sale and up to three partial returns, the mappers must make valid documents that `refundableBalance` accepts, and
 * each correction must pay back the money and the tax of its return. A failing run shows the issues, the input and the
 * receipt.
 *
 * See docs/guides/test-your-mapper.md in the repository.
 *
 * @throws UsageError for an unknown option or a wrong value, a shop whose pack has no law, and options that no sale
 * satisfies
 * @example
 * fc.assert(correctionProperty({ shop, draw: toOrders, mapSale: toTransaction, mapCorrection: toRefund }));
 */
export function correctionProperty<S, R>(test: CorrectionTest<S, R>): fc.IPropertyWithHooks<[CorrectionPlan]> {
  checkTest(test, CORRECTION_TEST, ['draw', 'mapSale', 'mapCorrection']);
  const { shop, draw, mapSale, mapCorrection } = test;
  const strict = strictly(shop);
  const plans = fc
    .tuple(
      drawSales(test),
      fc.array(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
    )
    .map(([sale, picks]): CorrectionPlan => ({ sale, returns: returnsOf(shop, sale, picks) }));
  return fc.property(plans, ({ sale, returns }) => {
    const input = draw(sale, returns);
    const sold = outcomeOf(mapSale(input.sale), strict);
    assertValid('The document of mapSale', sold, input.sale);
    const stored = storedOf(shop, sold.document as Transaction);
    const priorCorrections: Transaction[] = [];
    for (const [k, expected] of returns.entries()) {
      const given = input.returns[k]!;
      const made = outcomeOf(mapCorrection(given, { sale: stored, priorCorrections }), strict, stored);
      assertValid(`The document of mapCorrection, return ${k + 1}`, made, given);
      priorCorrections.push(made.document as Transaction);
      assertSettled(shop, { sale: stored, priorCorrections }, expected, made, given);
    }
  });
}

function assertSettled(shop: Shop, sold: SoldBefore, { document }: NeutralReturn, made: Outcome, input: unknown): void {
  const { issues } = refundableBalance(shop, sold);
  if (issues.length > 0)
    throw failure('The corrections do not fit the sale:', prettifyIssues(issues), input, made.document);
  const { currency, totals } = document;
  const faults = differences({ currency, totals: { total: totals.total, tax: totals.tax } }, made.document);
  if (faults.length > 0)
    throw failure('The money paid back does not match the return:', faults.join('\n'), input, made.document);
}

function storedOf({ pack, business }: Shop, sale: Transaction): StoredTransaction {
  const at = sale.timestamp;
  const { id, documentTier } = pack!;
  return toStored(sale, {
    id: ID,
    createdAt: at,
    syncedAt: at,
    profileId: id,
    documentTier,
    vendor: { name: 'Shop', country: business.country },
  });
}

/** The returns that are possible for a sale. */
function returnsOf(shop: Shop, sale: NeutralSale, picks: readonly (readonly number[])[]): readonly NeutralReturn[] {
  const stored = storedOf(shop, sale.document);
  const left = new Map(sale.lines.filter(({ quantity }) => quantity > 0).map((line) => [line, line.quantity]));
  const returns: NeutralReturn[] = [];
  for (const [k, pick] of picks.entries()) {
    const lines = takenLines(left, pick);
    if (lines.length === 0) break;
    const time = new Date(Date.parse(sale.timestamp) + (k + 1) * 86_400_000);
    const timestamp = toLocalTimestamp(time, shop.pack!.law!.timeZone);
    const receiptNumber = `R${k + 1}`;
    const made = createRefund(shop, {
      ...{
        sale: stored,
        priorCorrections: returns.map(({ document }) => document as Transaction),
        lines: lines as RefundLine[],
      },
      ...{ receiptNumber, timestamp, source: { platform: sale.document.source.platform, externalId: receiptNumber } },
    });
    const document = made.transaction ?? made.unsigned;
    // Free goods are not returned.
    if (document === undefined) break;
    returns.push({ receiptNumber, timestamp, lines, document });
  }
  return returns;
}

/**
 * For each line, takes nothing, everything, or a part of what has not been returned. If that is nothing at all, takes
 * the whole remainder of the first line that has one.
 */
function takenLines(left: Map<NeutralLine, number>, pick: readonly number[]): NeutralReturn['lines'] {
  const open = [...left].filter(([, quantity]) => quantity > 0);
  const wanted = open.map(([line, rest], i) => [line, partOf(line, rest, pick[i % pick.length]!)] as const);
  const some = wanted.filter(([, quantity]) => quantity > 0);
  return (some.length > 0 ? some : open.slice(0, 1)).map(([line, quantity]) => {
    left.set(line, Number((left.get(line)! - quantity).toFixed(3)));
    return { key: line.key, quantity };
  });
}

function partOf({ unit }: NeutralLine, rest: number, pick: number): number {
  if (pick === 0) return rest;
  if (pick === 1) return unit === undefined ? 1 : Math.ceil((rest * 1000) / 3) / 1000;
  return 0;
}
