import { maskCardNumbers } from '../src/text/card-numbers.js';

/** The value of `payment.last4` in JSON text, if it is longer than four characters. */
const LONG_LAST4 = /("last4"\s*:\s*"?)([^",}\r\n]{5,})/g;

/** JSON text to print, with only the last four digits of card numbers. The length of the text stays the same. */
export const maskedText = (text: string): string =>
  maskCardNumbers(text).replace(
    LONG_LAST4,
    (_, key: string, value: string) => key + '*'.repeat(value.length - 4) + value.slice(-4),
  );
