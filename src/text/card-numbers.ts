/**
 * The four groups of a card number, or the three of American Express and Diners Club, with spaces, hyphens or nothing
 * between the groups.
 */
const GROUPS = /(?<!\d)(?:[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3\d{3}([ -]?)\d{6}\2\d{4,5})(?!\d)/g;

/**
 * Replaces all but the last four digits of card numbers with stars, wherever they are in the text. The length of the
 * text does not change. One in ten other numbers with 14, 15, 16 or 19 digits passes the same checksum, and is replaced
 * as well.
 */
export const maskCardNumbers = (text: string): string =>
  text.replace(GROUPS, (number: string) => (hasChecksum(number) ? number.replace(/\d(?=(?:\D*\d){4})/g, '*') : number));

/** ISO/IEC 7812-1, annex B. */
function hasChecksum(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, i) => total + (i % 2 === 0 ? digit : (digit * 2) % 9 || digit), 0);
  return sum % 10 === 0;
}
