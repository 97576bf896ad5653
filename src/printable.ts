/** What a terminal may take as orders, what turns the writing direction, and halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
/** What needs no closer look, as most texts do not. */
const ASCII = /^[ -~]*$/;
const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;
const REPLACEMENT = '\ufffd';

/** Text on one line that is safe to print: what comes out of documents and file names must not steer the terminal. */
export function oneLine(text: string): string {
  return ASCII.test(text) ? text : text.replace(UNPRINTABLE, symbol);
}

/** The same for text of several lines: line ends and tabs stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    character === '\n' || character === '\t' ? character : symbol(character),
  );
}

/** ␛ for ESC; a replacement character for what has no symbol of its own. */
function symbol(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  return code === DELETE ? '\u2421' : REPLACEMENT;
}
