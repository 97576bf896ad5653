import { checkArgument } from '../usage/kind.js';
import { A_BOOLEAN, A_STRING, checkOptions, isObject, type OptionTest } from '../usage/option-tests.js';
import { mustBe } from '../usage/usage-error.js';

/** Text that says something. */
export const A_TEXT: OptionTest = {
  test: (value) => typeof value === 'string' && value !== '',
  wanted: 'a string that is not empty',
};

export { A_BOOLEAN, A_STRING };

/**
 * Checks what the device or the authority adds.
 *
 * @throws UsageError `invalid_argument`, `unknown_option`, `invalid_option`
 */
export function checkGiven(
  given: unknown,
  required: Readonly<Record<string, OptionTest>>,
  optional: Readonly<Record<string, OptionTest>> = {},
): void {
  checkOptions(given, { ...required, ...optional }, 'given');
  for (const name in required)
    if ((given as Record<string, unknown>)[name] === undefined)
      throw mustBe('invalid_option', `given.${name}`, required[name]!.wanted, 'undefined');
}

/** @throws UsageError `invalid_argument` */
export function checkDocument(document: unknown): void {
  checkArgument(isObject(document), 'document', 'an object', document);
}

/** @throws UsageError `invalid_argument` */
export function checkText(text: unknown): void {
  checkArgument(A_TEXT.test(text), 'text', A_TEXT.wanted, text);
}
