/** A part of a text, and its replacement. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Applies all edits to a text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of edits) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}
