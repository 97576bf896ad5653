/**
 * Characters that a terminal may interpret as commands, characters that change the writing direction, and lone
 * surrogates.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
/** Most strings match this pattern and need no other test. */
const ASCII = /^[ -~]*$/;
const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;
const REPLACEMENT = '\ufffd';

/** Makes text safe to print on one line: documents and file names must not be able to control the terminal. */
export function oneLine(text: string): string {
  return ASCII.test(text) ? text : text.replace(UNPRINTABLE, symbol);
}

/** Like `oneLine`, but for multi-line text: keeps line breaks and tabs. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    character === '\n' || character === '\t' ? character : symbol(character),
  );
}

/** The symbol for a character, such as ␛ for ESC; U+FFFD for a character without a symbol. */
function symbol(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  return code === DELETE ? '\u2421' : REPLACEMENT;
}

/**
 * Characters that occupy two columns on a terminal (East Asian wide forms, emoji), and zero-width characters (combining
 * marks, joiners).
 */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
const NO_COLUMN = /[\p{Mn}\p{Me}\u200b\u200d]/u;

/** The number of columns that a single line of text occupies on a terminal. */
export function columns(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += NO_COLUMN.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
