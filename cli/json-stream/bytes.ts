/** What a byte means outside of strings. */
export const OTHER = 0;
export const SPACE = 1;
export const NEWLINE = 2;
export const QUOTE = 3;
export const OPEN = 4;
export const CLOSE = 5;
export const COMMA = 6;
export const COLON = 7;
export const HIGH = 8;

export const BACKSLASH = 0x5c;
export const DOUBLE_QUOTE = 0x22;
export const COMMA_SIGN = 0x2c;
export const LEFT_BRACKET = 0x5b;
export const RIGHT_BRACKET = 0x5d;
export const LEFT_BRACE = 0x7b;
export const RIGHT_BRACE = 0x7d;

/** The kind of each byte outside of strings; all that is no ASCII is `HIGH`, the rest `OTHER`. */
export const KIND: Uint8Array = table({
  ' \t\r': SPACE,
  '\n': NEWLINE,
  '"': QUOTE,
  '{[': OPEN,
  '}]': CLOSE,
  ',': COMMA,
  ':': COLON,
});

/** The bytes at which a scan through a string must stop and look; all others are 0. */
export const STOPS_IN_STRING: Uint8Array = table({ '"': QUOTE, '\n': NEWLINE, '\\': 1 });

/** Whether a byte can begin a number, true, false or null. */
export function beginsScalar(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x74 || byte === 0x66 || byte === 0x6e;
}

function table(kinds: Readonly<Record<string, number>>): Uint8Array {
  const filled = new Uint8Array(256).fill(HIGH, 0x80);
  for (const [characters, kind] of Object.entries(kinds)) {
    for (const character of characters) filled[character.charCodeAt(0)] = kind;
  }
  return filled;
}
