import { record } from '../document/scan.js';
import type { LineItem } from '../document/types.generated.js';
import { fieldPath } from '../issues/field-path.js';
import type { Issue } from '../issues/issue.js';
import type { IssueCode } from '../issues/issue-codes.js';
import { show } from '../text/show.js';
import { isFigure, isNumber } from './exact.js';
import type { ReceiptExtra } from './receipt-extra.js';
import type { LineTax } from './read-taxes.js';
import type { ReadTenders } from './tenders.js';

/** An object of a draft, which may contain anything. */
export type Fields = Record<string, unknown>;

/** The fields filled in on a line, as bits. Their paths are made on first read. */
export const FILLED = { quantity: 1, taxCategory: 2, amount: 4, taxAmount: 8, discount: 16, all: 32 } as const;

/**
 * A line in progress. A field is undefined if something it depends on is faulty or missing.
 */
export interface Line {
  /** The line of the document. */
  readonly item: Fields;
  readonly rate: number | undefined;
  readonly category: LineItem['taxCategory'] | undefined;
  /** Minor units, 0 for none. */
  discount: number | undefined;
  /** The reasons of the order discounts that the line shares; undefined for none. */
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
  /** The caller's name of the line. */
  key: string | undefined;
  /** If it has several. */
  readonly taxes: readonly LineTax[] | undefined;
}

/** What a line of the document comes from. */
export interface LineOrigin {
  /** Index in `items` of the draft. */
  readonly index: number;
  readonly key: string | undefined;
  readonly taxes: readonly LineTax[] | undefined;
}

/** The document made from a draft, and its issues. */
export class CompletionContext {
  readonly issues: Issue[] = [];
  readonly warnings: Issue[] = [];
  lines: Line[] = [];
  /** Where the lines come from; undefined if each is the line of the draft, without a key. */
  origins: readonly LineOrigin[] | undefined;
  /** The given metadata.receiptExtra, if it is valid. */
  givenExtra: ReceiptExtra | undefined;
  /** The tenders of the draft, if they are sound. */
  tenders: ReadTenders | undefined;
  /** Whether the draft has a key of the caller's. */
  hasKeys = false;
  /** Keys of charges and tips of 0, which get no line. */
  readonly keysOfNothing: string[] = [];
  private readonly paths: string[] = [];

  /** @param root a copy that may be changed, like the objects inside it that receive figures */
  constructor(readonly root: Fields) {}

  /** Reports a fault that rules cannot see, because it is gone from the document that they check. */
  report(
    path: readonly (string | number)[],
    code: IssueCode,
    message: string,
    found?: unknown,
    expected?: unknown,
  ): void {
    this.issues.push(issueAt(path, code, message, found, expected));
  }

  /** Fields that lack because what they follow from is faulty, which has been reported. */
  hidden: string[] | undefined;

  hide(path: readonly (string | number)[]): void {
    (this.hidden ??= []).push(fieldPath(path));
  }

  /** Reports what is probably wrong. */
  warn(
    path: readonly (string | number)[],
    code: IssueCode,
    message: string,
    found?: unknown,
    expected?: unknown,
  ): void {
    this.warnings.push({ ...issueAt(path, code, message, found, expected), severity: 'warning' });
  }

  /** Reports a value of the wrong type. */
  reportType(path: readonly (string | number)[], code: IssueCode, wanted: string, found: unknown): void {
    this.report(path, code, `${fieldPath(path)} must be ${wanted}, found ${show(found)}.`, found);
  }

  /** Reports a value that is absent, of another type than `type`, or faulty, which is `code`. */
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

  /** Reports the fields of an object that are not `known`. */
  checkFields(path: readonly (string | number)[], fields: Fields, known: readonly string[]): void {
    for (const key of Object.keys(fields)) {
      if (known.includes(key) || fields[key] === undefined) continue;
      const at = [...path, key];
      this.report(at, 'unknown_field', `${fieldPath(at)} is unknown. Valid fields: ${known.join(', ')}.`);
    }
  }

  /** Reports a figure that is too large for the interface. */
  reportTooLarge(path: readonly (string | number)[]): void {
    this.report(path, 'not_computable', `${fieldPath(path)} would be beyond ±(2^53 − 1). Send smaller figures.`);
  }

  /** The figure; undefined if it is too large for the interface. */
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

  /** Whether prices include tax; undefined if the draft does not say. */
  get pricesIncludeTax(): boolean | undefined {
    const including = fieldsOf(this.root.tax)?.pricesIncludeTax;
    return typeof including === 'boolean' ? including : undefined;
  }
}

/** An error; with `found` and `expected` if known. */
export function issueAt(
  path: readonly (string | number)[],
  code: IssueCode,
  message: string,
  found?: unknown,
  expected?: unknown,
): Issue {
  return {
    field: fieldPath(path),
    path,
    code,
    message,
    severity: 'error',
    ...(found !== undefined && { found }),
    ...(expected !== undefined && { expected }),
  };
}

/** The fields that are not undefined. */
export const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The value, if it was copied as an object. The rules refuse anything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A copy of a value that JSON would write as an object. Calls the getters of the value once. */
export function copyOf(value: unknown): Fields | undefined {
  const fields = record(value);
  return fields === undefined ? undefined : { ...fields };
}

/** As `copyOf` for the elements of an array. Returns any other value unchanged. */
export function copyDeep(value: unknown): unknown {
  return Array.isArray(value) ? copyElements(value, (element) => copyOf(element) ?? element) : (copyOf(value) ?? value);
}

/**
 * The copies of the elements, up to the first hole, which becomes `undefined` and is then refused. An array of holes may
 * be too long to walk.
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

/** A given figure; undefined if absent or faulty. */
export const figure = (value: unknown): number | undefined => (isFigure(value) ? value : undefined);

export const finite = (value: unknown): number | undefined => (isNumber(value) ? value : undefined);
