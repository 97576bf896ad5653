import type { UnsignedTransaction } from '../document/written-types.js';
import { checkArgument, kindOf, mustBe } from '../usage/usage-error.js';
import { A_STRING, AN_OBJECT, knownOption, type OptionTest } from '../usage/option-tests.js';
import { amountText, minorUnits, none, orNone, part, signedAmount, signOf } from './text.js';

/**
 * A placeholder in a template, such as `{nif}`. `{previous?}` may be absent or empty; `{date!}` is required, but only
 * its parts are inserted.
 */
const PLACE = /\{(\w+)([?!]?)\}/g;

/** The separator for URL templates, whose values are percent-encoded. */
export const ADDRESS = '';

type Values = Readonly<Record<string | number, string>>;

/**
 * The year may have two digits, as in TicketBAI dates. A month above 19 or a day above 39 shows that the parts are in
 * another order.
 */
const TIME = /^((?:\d\d)?(\d\d))-([01]\d)-([0-3]\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?/;

/**
 * The parts of a timestamp in local time, or of a date: 2026-11-22, 22-11-2026, 221126. A year after the month has two
 * digits, or begins with 20.
 */
function timeValues(time: string): Values {
  const [, YYYY, YY, MM, DD, HH, MI, SS = '00'] =
    TIME.exec(time.replace(/^(\d\d)-?(\d\d)-?((?:20)?\d\d)$/, '$3-$2-$1')) ?? none();
  return { YYYY, YY, MM, DD, HH, MI, SS } as Values;
}

/** The values of a document that many of the strings contain, with the sign of the document. */
function valuesOf(document: UnsignedTransaction, separator: string): Values {
  return {
    ...timeValues(document.timestamp),
    NUMBER: put(document.receiptNumber, separator),
    AMOUNT: amountText(signedAmount(document)),
    TAX: amountText(signOf(document) * minorUnits(document.totals.tax)),
  };
}

const put = (value: string, separator: string): string =>
  separator === ADDRESS ? encodeURIComponent(part(value)) : part(value, separator);

/**
 * Checks the data from a device or authority.
 *
 * @param names the names of string values, each with the mark (`?`, `!`) that it has in templates
 * @param others optional values that are not strings
 * @throws UsageError `invalid_argument`, `unknown_option`, `invalid_option`
 */
export function checkGiven(
  given: unknown,
  names: readonly (readonly [name: string, mark: string])[],
  others: Readonly<Record<string, OptionTest>> = {},
): asserts given is Partial<Values> {
  checkArgument(AN_OBJECT.test(given), 'given', AN_OBJECT.wanted, given);
  const sent = given as Readonly<Record<string, unknown>>;
  const marks = Object.fromEntries([...names, ...Object.keys(others).map((name) => [name, '?'] as const)]);
  for (const name in { ...marks, ...sent }) {
    const isOptional = knownOption('given', name, marks) === '?';
    const { test, wanted } = others[name] ?? A_STRING;
    const value = sent[name];
    if (value === undefined ? !isOptional : !test(value))
      throw mustBe('invalid_option', `given.${name}`, wanted, kindOf(value));
  }
}

/**
 * Inserts the given values into the lower-case placeholders of a template. `compute` supplies the values of all other
 * placeholders, and values that are not given.
 *
 * @throws UsageError for the same reasons as `checkGiven`
 */
function fill(
  template: string,
  separator: string,
  given: unknown,
  compute: (given: Partial<Values>) => Values,
  others?: Readonly<Record<string, OptionTest>>,
): string | undefined {
  const places = [...template.matchAll(PLACE)].map(([, name, mark]) => [name!, mark!] as const);
  checkGiven(
    given,
    places.filter(([name]) => /^[a-z]/.test(name)),
    others,
  );
  return orNone(() => {
    const values = compute(given);
    return template.replace(PLACE, (_, name: string, mark: string) => {
      if (mark === '!') return '';
      return given[name] ? put(given[name], separator) : (values[name] ?? (mark === '?' ? '' : none()));
    });
  });
}

/**
 * A string created without a document. A given `date` fills the placeholders for its parts. @throws UsageError for the
 * same reasons as `checkGiven`
 */
export const fromGiven = (template: string, separator: string, given: unknown): string | undefined =>
  fill(template, separator, given, ({ date }) => (date === undefined ? {} : timeValues(date)));

/**
 * A string created from a document. @param compute a function that computes additional values @throws UsageError for
 * the same reasons as `checkGiven`
 */
export function fromDocument(
  template: string,
  separator: string,
  document: UnsignedTransaction,
  given: unknown,
  compute?: (values: Values) => Values,
  others?: Readonly<Record<string, OptionTest>>,
): string | undefined {
  checkDocument(document);
  const computed = (): Values => {
    const values = valuesOf(document, separator);
    return { ...values, ...compute?.(values) };
  };
  return fill(template, separator, given, computed, others);
}

/** @throws UsageError `invalid_argument` */
export function checkDocument(document: unknown): void {
  checkArgument(AN_OBJECT.test(document), 'document', AN_OBJECT.wanted, document);
}

/** A value derived from one string. @throws UsageError `invalid_argument` */
export function fromText(text: unknown, make: () => string): string | undefined {
  checkArgument(A_STRING.test(text), 'text', A_STRING.wanted, text);
  return orNone(make);
}
