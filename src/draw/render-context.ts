import { fieldBelow } from '../issues/field-path.js';
import type { LawLabels } from '../law/types.js';
import type { Figures } from './figures.js';
import type { Path } from './read.js';

/** The input and tools for all rows of one receipt. */
export interface RenderContext {
  readonly document: unknown;
  /** The business from the options. */
  readonly vendor: unknown;
  readonly labels: LawLabels;
  readonly figures: Figures;
  /** −1 where money is returned: amounts that are positive in the document are drawn with a minus. */
  readonly sign: 1 | -1;
  /** Whether an issue concerns the field or something below it, so its row must be drawn. */
  readonly concerns: (path: Path) => boolean;
}

/** How many steps of an issue's path are used to find its row. The fields of a receipt have at most four. */
const MAX_STEPS = 8;

/** All paths from the document to a field, as text, including the field. The document is the empty string. */
export function pathsTo(path: Path): string[] {
  const paths = [''];
  for (const step of path.slice(0, MAX_STEPS)) paths.push(fieldBelow(paths.at(-1)!, step));
  return paths;
}
