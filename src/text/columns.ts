/** Most texts match this, which is quick to test. */
const ASCII = /^[ -~]*$/;
/**
 * Characters that occupy two columns on a terminal (East Asian wide forms, emoji), and zero-width characters (combining
 * marks, joiners).
 */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
const NO_COLUMN = /[\p{Mn}\p{Me}\u200b\u200d]/u;

/** How many columns a single-line text occupies on a terminal. */
export function columns(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += NO_COLUMN.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
