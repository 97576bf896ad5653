import type { Range } from '../json/scan.js';
import type { NumberedCause, PlacedIssue } from '../verdict.js';

/** The marks that the editor shows in the text. */
export interface Marks {
  readonly notes: readonly PlacedIssue[];
  readonly causes: readonly NumberedCause[];
  /** The offset at which the text stops being valid JSON. */
  readonly fault: number | undefined;
}

/** Events that the editor reports. */
export interface EditorEvents {
  readonly changed: () => void;
  /** The cursor moved to an offset. */
  readonly moved: (offset: number) => void;
}

/** A part of the text with its CSS class. */
export interface Span extends Range {
  readonly look: string;
}

/** Returns the parts of the text that are underlined or highlighted. */
export function spansOf({ notes, fault }: Marks, lit: Range | undefined): Span[] {
  return [
    ...notes.map(({ issue, place: { range } }) => ({ ...range, look: `j-${issue.severity}` })),
    ...(fault === undefined ? [] : [{ from: fault, to: fault + 1, look: 'j-fault' }]),
    ...(lit === undefined ? [] : [{ ...lit, look: 'j-lit' }]),
  ];
}
