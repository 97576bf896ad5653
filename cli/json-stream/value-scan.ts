const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LEFT_BRACKET, RIGHT_BRACKET, LEFT_BRACE, RIGHT_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Represents any character of a number or literal. */
const SCALAR = 0;

/**
 * Finds the end of a value that may span lines. Checks just enough of the grammar to notice early that a value was cut
 * off, and that the next lines do not belong to it.
 */
export class ValueScan {
  /** `fault` means that no JSON value begins with the characters read so far and the next character. */
  standing: 'open' | 'closed' | 'fault' = 'open';
  /** Where the value ends, or where the syntax error is, as an offset in the line. */
  at = 0;
  private readonly brackets: number[] = [];
  private inside: 'value' | 'string' | 'escape' = 'value';
  /** The last character other than white space, which decides what may follow. */
  private last = COLON;

  /** Continues to scan at an offset in a line. */
  read(text: string, from: number): void {
    for (this.at = from; this.at < text.length && this.standing === 'open'; this.at++) {
      const code = text.charCodeAt(this.at);
      if (this.inside === 'value') this.token(code);
      else if (this.inside === 'escape') this.inside = 'string';
      else if (code === BACKSLASH) this.inside = 'escape';
      else if (code === QUOTE) {
        this.inside = 'value';
        if (this.brackets.length === 0) this.standing = 'closed';
      }
    }
  }

  /** Marks the end of a line. A string must not contain a line end, so an open string is a syntax error. */
  endLine(): void {
    if (this.inside !== 'value') this.standing = 'fault';
    else if (this.brackets.length === 0) this.standing = 'closed';
  }

  private token(code: number): void {
    const { last, brackets } = this;
    const parent = brackets.at(-1);
    if (code <= 0x20) {
      if (parent === undefined) this.stop('closed');
      return;
    }
    this.last = code;
    if (code === LEFT_BRACE || code === LEFT_BRACKET) {
      const isAllowed = last === COLON || (parent === LEFT_BRACKET && (last === COMMA || last === LEFT_BRACKET));
      if (!isAllowed) this.stop('fault');
      brackets.push(code);
    } else if (code === RIGHT_BRACE || code === RIGHT_BRACKET) {
      brackets.pop();
      if (parent !== undefined && parent !== (code === RIGHT_BRACE ? LEFT_BRACE : LEFT_BRACKET)) this.stop('fault');
      else if (parent === undefined && last === SCALAR) this.stop('closed');
      else if (brackets.length === 0) this.standing = 'closed';
    } else if (code === QUOTE) {
      if (last === SCALAR || last === QUOTE || last === RIGHT_BRACE || last === RIGHT_BRACKET) this.stop('fault');
      this.inside = 'string';
    } else if (code === COMMA) {
      if (parent === undefined) this.stop('closed');
    } else if (code !== COLON) this.last = SCALAR;
  }

  /** Stops before the current character, not after it. */
  private stop(standing: 'closed' | 'fault'): void {
    this.standing = standing;
    this.at--;
  }
}
