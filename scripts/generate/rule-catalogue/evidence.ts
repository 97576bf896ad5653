import type { Located } from '../../../src/law/types.js';
import { day } from './markdown.js';

/** `●` read, `◐` reported by others, `○` not enforced; then how and when the row was found. */
export function evidenceText(row: Located & { readonly enforce?: boolean | undefined }): string {
  const { evidence = 'not stated', readOn } = row;
  return `${evidenceMark(row)} ${evidence}${readOn === undefined ? '' : `, ${day(readOn)}`}`;
}

export const evidenceMark = ({
  evidence,
  enforce,
}: Located & { readonly enforce?: boolean | undefined }): '●' | '◐' | '○' =>
  enforce === false ? '○' : evidence === 'read' ? '●' : '◐';

export const EVIDENCE_LEGEND =
  "● read in the act or on the authority's page · ◐ quoted or reported by other sources · ○ not enforced: a rate outside its days gets a warning.";
