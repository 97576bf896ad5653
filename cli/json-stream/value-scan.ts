const [NEWLINE, QUOTE, BACKSLASH, COMMA, COLON] = [0x0a, 0x22, 0x5c, 0x2c, 0x3a];
const [LEFT_BRACKET, RIGHT_BRACKET, LEFT_BRACE, RIGHT_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Stands for any byte of a number or a word. */
const SCALAR = 0;

/**
 * Follows one value byte by byte to where it ends. It knows just enough of the grammar to see soon that a value was cut
 * short and that the lines after it are others.
 */
export class ValueScan {
  /** `fault`: what was read, with one byte more, begins no JSON text. */
  standing: 'open' | 'closed' | 'fault' = 'open';
  /** How many bytes of the value were read. */
  length = 0;
  /** How many bytes stand before the first line that could begin another document; 0 where there is none. */
  nextLine = 0;
  private readonly brackets: number[] = [];
  private inside: 'value' | 'string' | 'escape' = 'value';
  /** The last byte that was no space: what may follow depends on it. */
  private last = COLON;
  /** How far the present line is indented; -1 once something stands on it. */
  private lineIndent = -1;

  /**
   * @param indent how far the value's first line is indented: a bracket further right begins no other document
   * @param isStrict whether such a line ends the value at once, even where the grammar allows a value there
   */
  constructor(
    private readonly indent: number,
    private readonly isStrict: boolean,
  ) {}

  /** Reads on; the bytes of the value are those from `begin` to `end`, more of them each time. */
  read(bytes: Uint8Array, begin: number, end: number): ValueScan['standing'] {
    for (let at = begin + this.length; at < end && this.standing === 'open'; at++) {
      const byte = bytes[at]!;
      this.length++;
      if (this.inside === 'value') this.token(byte);
      else if (byte === NEWLINE) this.stop('fault', 1);
      else if (this.inside === 'escape') this.inside = 'string';
      else if (byte === BACKSLASH) this.inside = 'escape';
      else if (byte === QUOTE) {
        this.inside = 'value';
        if (this.brackets.length === 0) this.stop('closed', 0);
      }
    }
    return this.standing;
  }

  private token(byte: number): void {
    const { last, brackets } = this;
    const parent = brackets.at(-1);
    if (byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09) {
      if (byte === NEWLINE) this.lineIndent = 0;
      else if (this.lineIndent >= 0) this.lineIndent++;
      if (parent === undefined) this.stop('closed', 1);
      return;
    }
    this.last = byte;
    if (byte === LEFT_BRACE || byte === LEFT_BRACKET) {
      const mayBeNext = this.lineIndent >= 0 && this.lineIndent <= this.indent;
      if (mayBeNext && this.nextLine === 0) this.nextLine = this.length - 1;
      const isAllowed = last === COLON || (parent === LEFT_BRACKET && (last === COMMA || last === LEFT_BRACKET));
      if (!isAllowed || (mayBeNext && this.isStrict)) this.stop('fault', 1);
      brackets.push(byte);
    } else if (byte === RIGHT_BRACE || byte === RIGHT_BRACKET) {
      brackets.pop();
      // Where nothing stands before it, it is taken itself, so that reading goes on.
      if (parent === undefined) this.stop('closed', this.length > 1 ? 1 : 0);
      else if (parent !== (byte === RIGHT_BRACE ? LEFT_BRACE : LEFT_BRACKET)) this.stop('fault', 1);
      else if (brackets.length === 0) this.stop('closed', 0);
    } else if (byte === QUOTE) {
      if (last === SCALAR || last === QUOTE || last === RIGHT_BRACE || last === RIGHT_BRACKET) this.stop('fault', 1);
      this.inside = 'string';
    } else if (byte === COMMA) {
      if (parent === undefined) this.stop('closed', 1);
    } else if (byte !== COLON) this.last = SCALAR;
    this.lineIndent = -1;
  }

  /** @param beyond how many of the bytes read do not belong to the value */
  private stop(standing: 'closed' | 'fault', beyond: 0 | 1): void {
    this.standing = standing;
    this.length -= beyond;
  }
}
