/** Where something stands in a text. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units, as editors and SARIF count. */
  readonly column: number;
  /** Bytes before it. */
  readonly offset: number;
}

/** A point in the text to which a cursor can return. */
export interface Bookmark {
  readonly offset: number;
  readonly line: number;
  readonly lineStart: number;
  readonly surplus: number;
}

/** Knows line and column while bytes pass by, told only of line ends and of bytes beyond ASCII. */
export class LineCursor {
  private line = 1;
  /** Offset of the first byte of the line. */
  private lineStart = 0;
  /** How many bytes of the line so far stand for no UTF-16 unit of their own. */
  private surplus = 0;

  /** A line begins at this offset. */
  newLine(offset: number): void {
    this.line++;
    this.lineStart = offset;
    this.surplus = 0;
  }

  /** A byte of 0x80 or more passed: continuation bytes make no unit, the first of four makes two. */
  high(byte: number): void {
    if (byte < 0xc0) this.surplus++;
    else if (byte >= 0xf0) this.surplus--;
  }

  /** A byte order mark passed: editors do not count it. */
  byteOrderMark(): void {
    this.surplus++;
  }

  column(offset: number): number {
    return offset - this.lineStart - this.surplus + 1;
  }

  place(offset: number): Place {
    return { line: this.line, column: this.column(offset), offset };
  }

  bookmark(offset: number): Bookmark {
    return { offset, line: this.line, lineStart: this.lineStart, surplus: this.surplus };
  }

  returnTo({ line, lineStart, surplus }: Bookmark): void {
    this.line = line;
    this.lineStart = lineStart;
    this.surplus = surplus;
  }
}
