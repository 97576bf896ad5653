/** A replacement for part of the text. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Applies edits to the text. The edits must be in text order and must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of edits) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}
