/** A position in the whole input, counted from 1. Columns are UTF-16 code units, as in editors and SARIF. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/**
 * Converts offsets in a document's text to lines and columns of the input.
 *
 * @param start the position at which the document begins in the input
 */
export function textPlaces(text: string, start: LineColumn): (offset: number) => LineColumn {
  const lineStarts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lineStarts.push(end + 1);
  return (offset) => {
    let line = 0;
    for (let above = lineStarts.length; above - line > 1;) {
      const middle = (line + above) >>> 1;
      if (lineStarts[middle]! <= offset) line = middle;
      else above = middle;
    }
    const column = offset - lineStarts[line]! + 1;
    return line === 0 ? { line: start.line, column: start.column + offset } : { line: start.line + line, column };
  };
}
