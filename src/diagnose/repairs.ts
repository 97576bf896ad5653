import { holdsOn, isDate } from '../calendar/dates.js';
import { isFigure } from '../complete/exact.js';
import { unitOf } from '../law/cash-rounding.js';
import { isTable } from '../law/rates-on.js';
import type { RateRow, ReceiptLaw } from '../law/types.js';
import type { Issue } from '../issues/issue.js';
import { placeOf } from './loss.js';
import { isSame, valueAt, type Path } from './revision.js';
import type { CauseCode } from './types.js';
import type { Entry, Line, View } from './view.js';

/** The new value of a field; undefined removes it. */
export interface Edit {
  readonly path: Path;
  readonly value: unknown;
}

/** A repair that might resolve issues. Validating the changed document shows whether it does. */
export interface Repair extends RepairTraits {
  readonly code: CauseCode;
  /**
   * Repairs of the same kind on several lines are also tried as a group. If undefined, the repair is never part of a
   * group.
   */
  readonly kind: string | undefined;
  /** The less likely the mistake, the higher the cost. Usually about 1. */
  readonly cost: number;
  readonly title: string;
  readonly edits: readonly Edit[];
  /** For a group: its repairs, one per line. */
  readonly members?: readonly Repair[];
}

/** The shop's law on the document's date. */
export interface LawOfDay {
  readonly country: string;
  readonly day: string;
  readonly law: ReceiptLaw | undefined;
  readonly zones: readonly string[];
  /** Every rate in the table, for any day. */
  readonly rates: readonly number[];
  readonly rows: readonly RateRow[];
  readonly ratesToday: readonly number[];
  readonly currency: string | undefined;
  /** The smallest amount that can be charged, in minor units. */
  readonly unit: number;
}

export function lawOfDay(
  country: string,
  law: ReceiptLaw | undefined,
  day: string,
  zones: readonly string[],
): LawOfDay {
  const table = law !== undefined && isTable(law.rates) ? law.rates : [];
  const rows = isDate(day) ? table.filter((row) => holdsOn(row, day)) : table;
  const currencies = law?.currencies ?? [];
  const currency = (currencies.filter((row) => holdsOn(row, day)).at(-1) ?? currencies.at(-1))?.code;
  return {
    country,
    day,
    law,
    zones,
    rates: [...new Set(table.map(({ rate }) => rate))],
    rows,
    ratesToday: [...new Set(rows.map(({ rate }) => rate))],
    currency,
    unit: unitOf(currencies, currency),
  };
}

/** Whether an issue rejects a rate, in general or for that day. */
export const isRefusedRate = (code: string): boolean => code === 'invalid_rate' || code === 'rate_not_in_window';

/** Optional properties of a repair. */
export interface RepairTraits {
  /** Whether the document gives no reason to prefer this value over another. */
  readonly isGuess?: boolean;
  /** Whether the repair interprets a word, such as `Karte` for `card`. */
  readonly isWord?: boolean;
  /** Whether the value is a sum minus the values of the other lines, and so also absorbs mistakes in those lines. */
  readonly isRest?: boolean;
  /** What, besides code, cost and field name, must be the same in repairs of one kind. By default, the title. */
  readonly variant?: string | number;
}

/** The repairs that issues suggest. */
export class Repairs {
  readonly all: Repair[] = [];
  /** The indexes of the lines with each rate; none for rates that occur only in the summary. */
  readonly linesOf = new Map<number, number[]>();
  /** The rates of the law, of the lines and of the summary. */
  readonly rates: readonly number[];
  /** Sums over the lines with the same rate and category. */
  private readonly sums = new Map<string, { known: number; unknown: number; amount: number }>();
  private readonly suggested = new Set<string>();
  /** The lines whose rate an issue rejects. */
  readonly refusedLines: ReadonlySet<unknown>;
  readonly isRateRefused: boolean;

  constructor(
    readonly view: View,
    readonly issues: readonly Issue[],
    readonly today: LawOfDay,
  ) {
    const refused = issues.filter(({ code, path }) => isRefusedRate(code) && path[0] === 'items');
    this.refusedLines = new Set(refused.map(({ path }) => path[1]));
    this.isRateRefused = refused.some(({ severity }) => severity === 'error');
    for (const { rate } of view.entries) this.linesOf.set(rate, []);
    view.lines.forEach(({ taxRate, pair, taxAmount, amount }, i) => {
      const same = this.linesOf.get(taxRate) ?? [];
      this.linesOf.set(taxRate, same);
      same.push(i);
      const sums = this.sums.get(pair) ?? { known: 0, unknown: 0, amount: 0 };
      this.sums.set(pair, sums);
      if (isFigure(taxAmount)) sums.known += taxAmount;
      else sums.unknown++;
      sums.amount += amount;
    });
    this.rates = [...new Set([0, ...today.rates, ...this.linesOf.keys()])];
  }

  /** The tax on the other lines with the line's rate and category, in minor units; NaN if one of them states no tax. */
  taxBeside({ pair, taxAmount }: Line): number {
    const { known, unknown } = this.sums.get(pair)!;
    const [own, ownUnknown] = isFigure(taxAmount) ? [taxAmount, 0] : [0, 1];
    return unknown > ownUnknown || !isFigure(known) ? NaN : known - own;
  }

  /** The amount and tax of a summary entry that its lines do not account for, in minor units. */
  restOf({ pair, taxableAmount, taxAmount }: Entry): { readonly amount: number; readonly tax: number } {
    const { amount, known } = this.sums.get(pair) ?? { amount: 0, known: 0 };
    const stated = taxableAmount + (this.view.pricesIncludeTax === true ? taxAmount : 0);
    return { amount: stated - amount, tax: taxAmount - known };
  }

  /** Whether a suggestion is new: several lines can suggest the same change to the whole document. */
  once(suggestion: string): boolean {
    if (this.suggested.has(suggestion)) return false;
    this.suggested.add(suggestion);
    return true;
  }

  has(...codes: readonly string[]): boolean {
    return this.issues.some(({ code }) => codes.includes(code));
  }

  /** Suggests a new value for one field; undefined removes it. */
  field(code: CauseCode, cost: number, path: Path, value: unknown, title: string, traits: RepairTraits = {}): void {
    const variant = traits.variant ?? title.replace(/\[\d+\]/g, '');
    const isRepeated = path.some((step) => typeof step === 'number');
    const kind = isRepeated ? `${code} ${cost} ${variant} ${placeOf(path)}` : undefined;
    this.fields(code, cost, [{ path, value }], title, traits, kind);
  }

  /** Suggests new values for several fields, as one mistake. */
  fields(
    code: CauseCode,
    cost: number,
    all: readonly Edit[],
    title: string,
    { isGuess, isWord, isRest }: RepairTraits = {},
    kind?: string,
  ): void {
    const edits = all.filter((edit) => this.isChange(edit));
    // Spreading the traits took a quarter of the time for a long receipt.
    if (edits.length > 0) this.all.push({ code, kind, cost, title, edits, isGuess, isWord, isRest });
  }

  private isChange({ path, value }: Edit): boolean {
    return (typeof value !== 'number' || Number.isFinite(value)) && !isSame(valueAt(this.view.document, path), value);
  }
}
