/** ASCII replacements for characters that are not simply accented letters. */
const ASCII: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u202f': ' ',
  '−': '-',
  '–': '-',
  '—': '-',
  '×': 'x',
  '·': '-',
  '•': '*',
  '…': '...',
  '←': '<-',
  '€': 'EUR',
  '£': 'GBP',
  '’': "'",
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  º: 'o',
  '°': 'o',
};

/** Converts text to ASCII: removes accents, and writes `?` for characters without a replacement. */
export function asciiText(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => {
    const known = ASCII[character];
    if (known !== undefined) return known;
    const plain = character.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
    return plain !== '' || /\p{M}/u.test(character) ? plain : '?';
  });
}
