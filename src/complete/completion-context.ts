import { record } from '../document/scan.js';
import type { LineItem } from '../document/types.generated.js';
import { fieldPath } from '../issues/field-path.js';
import type { Issue } from '../issues/issue.js';
import type { IssueCode } from '../issues/issue-codes.js';
import { show } from '../text/show.js';
import type { CashRounding } from '../law/types.js';
import type { CashMode } from './cash.js';
import { isObject } from '../usage/option-tests.js';
import { isFigure, isNumber } from './exact.js';
import type { OriginalReceipt, ReceiptExtra } from '../document/types.generated.js';
import type { LineTax } from './read-taxes.js';
import type { ReadTenders } from './tenders.js';

/** An object in a draft; its values are not yet checked. */
export type Fields = Record<string, unknown>;

/** Bit flags for the fields that were filled in on a line; `filled` turns them into paths when first read. */
export const FILLED = { quantity: 1, taxCategory: 2, amount: 4, taxAmount: 8, discount: 16, all: 32 } as const;

/** A line in progress. A field is undefined if something it depends on is invalid or missing. */
export interface Line {
  /** The line of the document. */
  readonly item: Fields;
  readonly rate: number | undefined;
  readonly category: LineItem['taxCategory'] | undefined;
  /** Minor units, 0 for none. */
  discount: number | undefined;
  /** The reasons for the order discounts allocated to the line; undefined if there are none. */
  reasons: string[] | undefined;
  amount: number | undefined;
  taxAmount: number | undefined;
  /** Whether `amount` was given. */
  readonly hasAmount: boolean;
  /** Whether `taxAmount` was given. */
  readonly hasTax: boolean;
  filled: number;
  /** Index in `items` of the draft; −1 for a charge or the tip. */
  readonly draftIndex: number;
  /** The caller's key for the line. */
  key: string | undefined;
  /** The individual taxes, if the draft states them. */
  readonly taxes: readonly LineTax[] | undefined;
}

/** Where a document line comes from. */
export interface LineOrigin {
  /** Index in `items` of the draft. */
  readonly index: number;
  readonly key: string | undefined;
  readonly taxes: readonly LineTax[] | undefined;
}

type GiveBack = (context: CompletionContext, exact: number, rows: readonly CashRounding[], mode: CashMode) => void;

/** What is known about a correction in addition to its draft. */
export interface Known {
  /** Chooses the tenders, if their amounts follow from the sale and the total before rounding. */
  readonly giveBack?: GiveBack | undefined;
  /** The known details of the sale, if the document refers to a sale without an id. */
  readonly original?: OriginalReceipt | undefined;
  /** Whether the lines' taxes come from a sale, and therefore do not show how the source rounds tax. */
  readonly keepsTax?: boolean;
  /** The field that contains the expected figures, if they are not passed as an option. */
  readonly expectAt?: 'expect';
}

/** The document built from a draft, and its issues. */
export class CompletionContext {
  readonly issues: Issue[] = [];
  readonly warnings: Issue[] = [];
  lines: Line[] = [];
  /** Where each line comes from; undefined if the lines are those in the draft and have no keys. */
  origins: readonly LineOrigin[] | undefined;
  /** The draft's metadata.receiptExtra, if it is valid. */
  givenExtra: ReceiptExtra | undefined;
  /** The draft's tenders, if they are valid. */
  tenders: ReadTenders | undefined;
  /** The smallest amount that can be charged in the currency, in minor units. */
  unit = 1;
  /** Whether any line or charge in the draft has a `key`, valid or not. */
  hasKeys = false;
  /** Keys of zero charges and tips, for which no line is created. */
  readonly keysOfNothing: string[] = [];
  private readonly paths: string[] = [];

  /** @param root a copy of the draft, because completing changes it and the objects inside it that receive figures */
  constructor(
    readonly root: Fields,
    readonly known: Known = {},
  ) {}

  /** Reports a mistake in the draft that the document no longer shows, so that no rule can find it. */
  report(...fault: Fault): void {
    this.issues.push(issueAt(...fault));
  }

  /** Fields that are missing only because of mistakes already reported. */
  hidden: string[] | undefined;

  hide(path: readonly (string | number)[]): void {
    (this.hidden ??= []).push(fieldPath(path));
  }

  /** Reports a warning. */
  warn(...fault: Fault): void {
    this.warnings.push({ ...issueAt(...fault), severity: 'warning' });
  }

  /** Reports two fields that must not both be set. */
  reportBoth(path: readonly (string | number)[], other: string, found?: unknown): void {
    this.report(path, 'not_allowed', `and ${other} are both set. Send one of them`, found);
  }

  /** Reports a value of the wrong type. */
  reportType(path: readonly (string | number)[], code: IssueCode, wanted: string, found: unknown): void {
    this.report(path, code, `must be ${wanted}, found ${show(found)}`, found);
  }

  /** Reports a value that is absent, is not of type `type`, or is otherwise invalid (`code`). */
  reportWrong(
    path: readonly (string | number)[],
    value: unknown,
    type: 'string' | 'number',
    code: IssueCode,
    wanted: string,
  ): void {
    this.reportType(
      path,
      value === undefined ? 'required' : typeof value === type ? code : 'invalid_type',
      wanted,
      value,
    );
  }

  /** Reports the fields of an object that are not in `known`. */
  checkFields(path: readonly (string | number)[], fields: Fields, known: readonly string[]): void {
    for (const key of Object.keys(fields)) {
      if (known.includes(key) || fields[key] === undefined) continue;
      this.report([...path, key], 'unknown_field', `is unknown. Valid fields: ${known.join(', ')}`);
    }
  }

  /** Whether a name is text of at least one character. Reports anything else. */
  checkName(path: readonly (string | number)[], name: unknown): name is string {
    if (typeof name === 'string' && name !== '') return true;
    this.reportWrong(path, name, 'string', 'too_short', 'a non-empty string');
    return false;
  }

  /** Reports a figure beyond the API's limits. */
  reportTooLarge(path: readonly (string | number)[]): void {
    this.report(path, 'not_computable', 'would be beyond ±(2^53 − 1). Send smaller figures');
  }

  /** Returns the figure, or reports it if it is undefined, that is, beyond the API's limits. */
  checked(figure: number | undefined, path: readonly (string | number)[]): number | undefined {
    if (figure === undefined) this.reportTooLarge(path);
    return figure;
  }

  /** Records that a field outside the lines was filled in. */
  fill(path: string): void {
    this.paths.push(path);
  }

  /** The paths of the filled-in fields. */
  filled(): string[] {
    const paths: string[] = [];
    this.lines.forEach(({ filled }, i) => {
      for (const [name, bit] of Object.entries(FILLED)) {
        if ((filled & bit) !== 0) paths.push(bit === FILLED.all ? `items[${i}]` : `items[${i}].${name}`);
      }
    });
    return paths.concat(this.paths);
  }

  /** Whether prices include tax; undefined if the draft does not state it. */
  get pricesIncludeTax(): boolean | undefined {
    const including = fieldsOf(this.root.tax)?.pricesIncludeTax;
    return typeof including === 'boolean' ? including : undefined;
  }
}

/** The arguments of `issueAt`. */
type Fault = Parameters<typeof issueAt>;

/**
 * An error, with `found` and `expected` if known. @param problem the text that follows the field's name in the message
 */
export function issueAt(
  path: readonly (string | number)[],
  code: IssueCode,
  problem: string,
  found?: unknown,
  expected?: unknown,
): Issue {
  const field = fieldPath(path);
  return {
    field,
    path,
    code,
    message: `${field} ${problem}.`,
    severity: 'error',
    ...(found !== undefined && { found }),
    ...(expected !== undefined && { expected }),
  };
}

/** The fields that are not undefined. */
export const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * The value if it is an object, which has already been copied; otherwise undefined, because the rules report any other
 * value.
 */
export function fieldsOf(value: unknown): Fields | undefined {
  return isObject(value) ? value : undefined;
}

/** A copy of a value that JSON would serialise as an object. Calls each getter once. */
export function copyOf(value: unknown): Fields | undefined {
  const fields = record(value);
  return fields === undefined ? undefined : { ...fields };
}

/** The result of `read`; undefined if a getter or a proxy throws. */
export function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Like `copyOf`, but undefined if a getter or a proxy throws. */
export const readFields = (value: unknown): Fields | undefined => tried(() => copyOf(value));

/** The elements of an array, read once; undefined if the value is not an array or a proxy throws. */
export const readElements = <T>(value: unknown, read: (element: unknown) => T): T[] | undefined =>
  tried(() => (Array.isArray(value) ? (copyElements(value, read) as T[]) : undefined));

/** A copy of an object, or of an array and the objects in it. Returns any other value unchanged. */
export function copyDeep(value: unknown): unknown {
  return Array.isArray(value) ? copyElements(value, (element) => copyOf(element) ?? element) : (copyOf(value) ?? value);
}

/**
 * Copies the elements of an array up to the first hole, which becomes `undefined` and is reported later. Stops there
 * because a sparse array can be too long to iterate over.
 */
export function copyElements(elements: readonly unknown[], copy: (element: unknown) => unknown): unknown[] {
  const copies: unknown[] = [];
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i];
    copies.push(copy(element));
    if (element === undefined && !(i in elements)) break;
  }
  return copies;
}

/** A figure from the draft; undefined if absent or invalid. */
export const figure = (value: unknown): number | undefined => (isFigure(value) ? value : undefined);

export const finite = (value: unknown): number | undefined => (isNumber(value) ? value : undefined);
