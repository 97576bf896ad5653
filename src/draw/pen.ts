import { fieldBelow } from '../field-path.js';
import type { LawWords } from '../law/types.js';
import type { Figures } from './figures.js';
import type { Path } from './read.js';

/** What all rows of one paper are written with. */
export interface Pen {
  readonly document: unknown;
  /** The business as the options have it. */
  readonly vendor: unknown;
  readonly words: LawWords;
  readonly figures: Figures;
  /** −1 where money goes back, so that amounts that are positive in the document are drawn with a minus. */
  readonly sign: 1 | -1;
  /** Whether an issue concerns the field or something below it, so that its row is drawn in any case. */
  readonly concerns: (path: Path) => boolean;
}

/** Steps of an issue's path by which rows are found; fields of a receipt have at most four. */
const MOST_STEPS = 8;

/** All that stands on the way to a field, itself included, as text; the document itself is the empty text. */
export function wayTo(path: Path): string[] {
  const way = [''];
  for (const step of path.slice(0, MOST_STEPS)) way.push(fieldBelow(way.at(-1)!, step));
  return way;
}
