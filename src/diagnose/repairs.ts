import { holdsOn } from '../calendar/dates.js';
import { isDate } from '../calendar/dates.js';
import { isTable } from '../law/rates-on.js';
import type { RateRow, ReceiptLaw } from '../law/types.js';
import type { Issue } from '../issues/issue.js';
import { placeOf } from './loss.js';
import { isSame, valueAt, type Path } from './revision.js';
import type { CauseCode } from './types.js';
import type { View } from './view.js';

/** The new value of a field; undefined removes it. */
export interface Edit {
  readonly path: Path;
  readonly value: unknown;
}

/** A repair that may explain issues. Validating the changed document tells whether it does. */
export interface Repair {
  readonly code: CauseCode;
  /** Repairs of the same kind on several lines are also tried as one. Absent: it is one of its own. */
  readonly kind: string | undefined;
  /** How improbable it is beforehand; most are about 1. */
  readonly cost: number;
  readonly title: string;
  readonly edits: readonly Edit[];
  /** Whether each changed field beyond the first makes it less probable. */
  readonly costsByField: boolean;
  readonly isGroup: boolean;
  /** Whether nothing in the document speaks for this value more than for another. */
  readonly isGuess: boolean;
  /** Whether a word was interpreted. */
  readonly isWord: boolean;
}

/** What the law of the shop says on the day of the document. */
export interface LawOfDay {
  readonly country: string;
  readonly law: ReceiptLaw | undefined;
  readonly zones: readonly string[];
  /** Every rate of the table, of whatever day. */
  readonly rates: readonly number[];
  readonly rows: readonly RateRow[];
  readonly ratesToday: readonly number[];
  readonly currency: string | undefined;
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
  return {
    country,
    law,
    zones,
    rates: [...new Set(table.map(({ rate }) => rate))],
    rows,
    ratesToday: [...new Set(rows.map(({ rate }) => rate))],
    currency: (currencies.filter((row) => holdsOn(row, day)).at(-1) ?? currencies.at(-1))?.code,
  };
}

/** How a repair differs from a usual one. */
export interface RepairTraits {
  readonly isGuess?: boolean;
  readonly isWord?: boolean;
  /** Distinguishes repairs of one kind that are not the same on several lines. */
  readonly variant?: string | number;
}

/** The repairs that issues suggest. */
export class Repairs {
  readonly all: Repair[] = [];
  /** The lines whose rate an issue refuses. */
  readonly refusedLines: ReadonlySet<unknown>;

  constructor(
    readonly view: View,
    readonly issues: readonly Issue[],
    readonly today: LawOfDay,
  ) {
    const refused = issues.filter(({ code, path }) => code === 'invalid_rate' && path[0] === 'items');
    this.refusedLines = new Set(refused.map(({ path }) => path[1]));
  }

  has(...codes: readonly string[]): boolean {
    return this.issues.some(({ code }) => codes.includes(code));
  }

  /** Suggests another value of one field, or none with undefined. */
  field(
    code: CauseCode,
    kind: string,
    cost: number,
    path: Path,
    value: unknown,
    title: string,
    traits: RepairTraits = {},
  ): void {
    if (typeof value === 'number' && !Number.isFinite(value)) return;
    if (isSame(valueAt(this.view.document, path), value)) return;
    const { isGuess = false, isWord = false, variant = '' } = traits;
    this.all.push({
      code,
      kind: path.some((step) => typeof step === 'number') ? `${kind} ${variant} ${placeOf(path)}` : undefined,
      cost,
      title,
      edits: [{ path, value }],
      costsByField: false,
      isGroup: false,
      isGuess,
      isWord,
    });
  }

  /** Suggests other values of several fields, one mistake. */
  fields(
    code: CauseCode,
    cost: number,
    edits: readonly Edit[],
    title: string,
    { isGuess = false, costsByField = true }: { readonly isGuess?: boolean; readonly costsByField?: boolean } = {},
  ): void {
    const changed = edits.filter(
      ({ path, value }) =>
        !(typeof value === 'number' && !Number.isFinite(value)) && !isSame(valueAt(this.view.document, path), value),
    );
    if (changed.length === 0) return;
    this.all.push({
      code,
      kind: undefined,
      cost,
      title,
      edits: changed,
      costsByField,
      isGroup: false,
      isGuess,
      isWord: false,
    });
  }
}
