import { issueAt } from '../../complete/completion-context.js';
import { isNumber, roundHalfAwayFromZero, toSafeInteger } from '../../complete/exact.js';
import { localTimestamp } from '../../complete/to-local-timestamp.js';
import type { Issue, Severity } from '../../issues/issue.js';
import {
  currencyDecimals,
  decimalOf,
  decimalText,
  isDecimalText,
  powerOfTen,
  type Decimal,
} from '../../money/decimal.js';
import { show } from '../../text/show.js';
import { isObject } from '../../usage/option-tests.js';

/** The findings from reading a payload. */
export interface Findings {
  readonly issues: Issue[];
  readonly warnings: Issue[];
  /** The number of decimals of the payload's currency; 2 until the currency is read. */
  decimals: number;
}

export type SourceCode = 'source_not_understood' | 'source_not_final' | 'source_incomplete' | 'source_needs_option';

/** An optional argument: the value to return if the field is absent. Without it, the field is required. */
type Fallback<T> = readonly [] | readonly [T];

/** The maximum length of decimal text. */
const MAX_LENGTH = 40;
/** Date, time and, if present, offset. */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/;

/**
 * A value in a payload, with its path. Its methods report a missing field or a wrong type as an issue, and return a
 * placeholder, so that one pass finds all issues. `null` is treated as absent.
 */
export class Reader {
  constructor(
    readonly value: unknown,
    readonly path: readonly (string | number)[],
    readonly findings: Findings,
  ) {}

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** A field, by its name in snake_case. Also finds the camelCase name that SDKs use. */
  at(name: string): Reader {
    const { value, path, findings } = this;
    const fields = isObject(value) ? value : {};
    if (!this.isAbsent && fields !== value) this.misread('an object of parsed JSON');
    const camel = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const own = fields[name] === undefined && fields[camel] !== undefined ? camel : name;
    return new Reader(fields[own], [...path, own], findings);
  }

  /** The first of these fields that is present; the first name if none is present. */
  either(...names: readonly [string, ...string[]]): Reader {
    return this.at(names.find((name) => !this.at(name).isAbsent) ?? names[0]);
  }

  /** The elements of an array. */
  list(...fallback: Fallback<readonly Reader[]>): readonly Reader[] {
    const { value, path, findings } = this;
    const elements = Array.isArray(value)
      ? Array.from(value, (element: unknown, i) => new Reader(element, [...path, i], findings))
      : undefined;
    return this.resultOf(elements, 'an array', [], fallback);
  }

  /** The elements of an optional field. */
  entries(name: string): readonly Reader[] {
    return this.at(name).list([]);
  }

  text<T = string>(...fallback: Fallback<T>): string | T {
    const { value } = this;
    return this.resultOf<string | T>(typeof value === 'string' ? value : undefined, 'text', '', fallback);
  }

  /** An identifier, as text. */
  id<T = string>(...fallback: Fallback<T>): string | T {
    const { value } = this;
    const isInteger = Number.isSafeInteger(value) || typeof value === 'bigint';
    const id = isInteger || (typeof value === 'string' && value !== '') ? String(value) : undefined;
    return this.resultOf<string | T>(id, 'an id', '', fallback);
  }

  flag(...fallback: Fallback<boolean>): boolean {
    const { value } = this;
    return this.resultOf(typeof value === 'boolean' ? value : undefined, 'true or false', false, fallback);
  }

  /** An ISO 4217 code, in upper case. Sets the decimals for money read afterwards. */
  currency(...fallback: Fallback<string>): string {
    const { value } = this;
    const stated = typeof value === 'string' && /^[A-Za-z]{3}$/.test(value) ? value.toUpperCase() : undefined;
    const code = this.resultOf(stated, "an ISO 4217 code such as 'USD'", '', fallback);
    // If the currency is unknown, accepts amounts with any usual number of decimals, so that only the currency is
    // reported.
    this.findings.decimals = code === '' ? 6 : currencyDecimals(code);
    return code;
  }

  /** A number with any number of decimals, from a number, a bigint or decimal text. */
  decimal(...fallback: Fallback<Decimal>): Decimal {
    return this.resultOf(readDecimal(this.value), A_DECIMAL, decimalOf(0), fallback);
  }

  /** A quantity or a percentage. */
  number<T = number>(...fallback: Fallback<T>): number | T {
    return this.resultOf<number | T>(readNumber(this.value, 0), A_DECIMAL, 0, fallback);
  }

  /** Converts a rate from a fraction to a percentage: 0.07 becomes 7. */
  fraction<T = number>(...fallback: Fallback<T>): number | T {
    return this.resultOf<number | T>(readNumber(this.value, 2), 'a fraction, 0.07 for 7 %', 0, fallback);
  }

  /** Money stated in minor units. */
  minor<T = number>(...fallback: Fallback<T>): number | T {
    return this.integer(0, fallback);
  }

  /** Converts money from major to minor units. */
  money<T = number>(...fallback: Fallback<T>): number | T {
    return this.integer(this.findings.decimals, fallback);
  }

  /** Local time with offset, from a Date, seconds since 1970, or text. Text in UTC can omit its offset. */
  time(timeZone: string): string {
    return this.resultOf(timeOf(this.value, timeZone), "a time such as '2026-11-21T09:00:00Z'", '', []);
  }

  /** Reports that the value cannot be read. */
  misread(wanted: string): void {
    this.report('source_not_understood', `is ${show(this.value)}, but must be ${wanted}`);
  }

  /** Reports an issue with this field. @param problem the text that follows the field's name in the message */
  report(code: SourceCode, problem: string, severity: Severity = 'error'): void {
    const issue = { ...issueAt(this.path, code, problem, this.value ?? undefined), severity };
    const list = severity === 'error' ? this.findings.issues : this.findings.warnings;
    // A value that is read twice is reported only once.
    if (!list.some((one) => one.field === issue.field && one.code === code)) list.push(issue);
  }

  private resultOf<T>(result: T | undefined, wanted: string, standIn: T, fallback: Fallback<T>): T {
    if (this.isAbsent && fallback.length > 0) return fallback[0] as T;
    if (result === undefined) this.misread(wanted);
    return result ?? standIn;
  }

  private integer<T>(decimals: number, fallback: Fallback<T>): number | T {
    const integer = readMinor(this.value, decimals);
    return this.resultOf<number | T>(integer, `a number with at most ${decimals} decimals`, 0, fallback);
  }
}

const A_DECIMAL = 'a decimal';

function readDecimal(value: unknown): Decimal | undefined {
  const given = typeof value === 'bigint' ? String(value) : value;
  return isNumber(given) || isDecimalText(given, MAX_LENGTH) ? decimalOf(given) : undefined;
}

/** The exact value × 10^exponent, as decimal text. */
function shifted(value: unknown, exponent: number): string | undefined {
  const decimal = readDecimal(value);
  return decimal && decimalText({ ...decimal, coefficient: decimal.coefficient * powerOfTen(exponent) });
}

function readNumber(value: unknown, exponent: number): number | undefined {
  const text = shifted(value, exponent);
  return text === undefined ? undefined : Number(text);
}

/** Undefined if the value has more decimals. */
function readMinor(value: unknown, decimals: number): number | undefined {
  const text = shifted(value, decimals);
  return text === undefined || text.includes('.') ? undefined : toSafeInteger(Number(text));
}

/** Rounds to minor units, half away from zero. @param of the field to report if the amount is too large */
export function rounded(of: Reader, { coefficient, scale }: Decimal = of.decimal()): number {
  const exact = roundHalfAwayFromZero(coefficient * powerOfTen(of.findings.decimals), powerOfTen(scale));
  const minor = toSafeInteger(exact);
  if (minor === undefined) of.misread('an amount within ±(2^53 − 1) minor units');
  return minor ?? 0;
}

/** Text with an offset is not changed, unless it is in UTC. Undefined if the value is not a time. */
function timeOf(value: unknown, timeZone: string): string | undefined {
  const date = typeof value === 'number' ? new Date(value * 1000) : value;
  if (date instanceof Date) return localTimestamp(date, timeZone);
  const [, day, time, offset = ''] = (typeof date === 'string' ? TIME.exec(date) : undefined) ?? [];
  const text = `${day}T${time}`;
  const local = localTimestamp(new Date(`${text}Z`), timeZone);
  return local !== undefined && /[1-9]/.test(offset) ? text + offset.replace(/:?(..)$/, ':$1') : local;
}
