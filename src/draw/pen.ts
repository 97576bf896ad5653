import { fieldBelow } from '../issues/field-path.js';
import type { LawLabels } from '../law/types.js';
import type { Figures } from './figures.js';
import type { Path } from './read.js';

/** The input and tools for all rows of one receipt. */
export interface Pen {
  readonly document: unknown;
  /** The business from the options. */
  readonly vendor: unknown;
  readonly words: LawLabels;
  readonly figures: Figures;
  /** −1 where money goes back, so that amounts that are positive in the document are drawn with a minus. */
  readonly sign: 1 | -1;
  /** Whether an issue concerns the field or something below it, so that its row is drawn in any case. */
  readonly concerns: (path: Path) => boolean;
}

/** The number of steps of an issue's path by which rows are found. Fields of a receipt have at most four. */
const MOST_STEPS = 8;

/** All paths from the document to a field, as text, the field included. The document itself is the empty text. */
export function wayTo(path: Path): string[] {
  const way = [''];
  for (const step of path.slice(0, MOST_STEPS)) way.push(fieldBelow(way.at(-1)!, step));
  return way;
}
