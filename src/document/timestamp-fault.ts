/**
 * The parts of a timestamp in order, each with its message. Uses `\d\d*` because `\d+` can exhaust the engine's stack
 * on a text of millions of digits; the schemas use `[0-9][0-9]*` for the same reason.
 */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d{2}-\d{2}/y, 'it must begin with the date, as YYYY-MM-DD'],
  [/T/y, 'T must separate date and time'],
  [
    // eslint-disable-next-line regexp/optimal-quantifier-concatenation
    /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d\d*)?|(?!:))/y,
    'the time must be hh:mm:ss or hh:mm, from 00:00:00 to 23:59:59',
  ],
  [/(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/y, 'it must end with its offset from UTC, such as +01:00 or Z'],
];

/** Why an invalid text is not a timestamp. If every part is well-formed, the date does not exist. */
export function timestampFault(text: string): string {
  let at = 0;
  for (const [part, fault] of PARTS) {
    part.lastIndex = at;
    if (!part.test(text)) return fault;
    at = part.lastIndex;
  }
  return 'the day does not exist';
}
