import { fieldBelow } from '../issues/field-path.js';
import type { Figures } from './figures.js';
import type { Kind } from './model.js';
import type { Path } from './read.js';
import type { Style } from './words.js';

/** The input and helpers for rendering the rows of a receipt. */
export interface RenderContext {
  readonly document: unknown;
  readonly kind: Kind;
  /** The business from the options. */
  readonly vendor: unknown;
  /** The corrected receipt from the options. */
  readonly original: unknown;
  readonly style: Style;
  readonly figures: Figures;
  /** −1 if money is refunded, so that positive amounts are drawn with a minus. */
  readonly sign: 1 | -1;
  /** Whether there is an issue with the field or one below it, so that its row must be drawn. */
  readonly concerns: (path: Path) => boolean;
  /** Whether an issue reports that the fiscal device's data is wrong or missing. */
  readonly fiscalIssue: boolean;
  /** Whether the output can contain QR codes. */
  readonly drawsQr: boolean;
  /** Returns the letter for a rate; undefined if the country does not use letters. */
  readonly letterOf: (rate: unknown, category: unknown) => string | undefined;
}

/** Maximum number of path steps used to find the row of an issue. The fields of a receipt have at most four. */
const MAX_STEPS = 8;

/** The paths of a field and all its parents, as text. The document itself is the empty string. */
export function pathsTo(path: Path): string[] {
  const paths = [''];
  for (const step of path.slice(0, MAX_STEPS)) paths.push(fieldBelow(paths.at(-1)!, step));
  return paths;
}
