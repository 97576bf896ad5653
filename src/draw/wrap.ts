import { columns } from '../text/columns.js';

/** Breaks a text at spaces, or inside words longer than a line. @param width columns */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columns(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = chopped(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1)!;
  }
  return [...lines, line];
}

function chopped(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const character of word) {
    const more = columns(character);
    if (taken + more > width && piece !== '') {
      pieces.push(piece);
      piece = '';
      taken = 0;
    }
    piece += character;
    taken += more;
  }
  return [...pieces, piece];
}
