import type { Issue } from '../src/issues/issue.js';
import type { LineColumn } from './text-places.js';

/** An issue or warning with the position of its field: in the input, and as an offset into the document's text. */
export interface LocatedIssue extends Issue, LineColumn {
  readonly offset: number;
}

/** The result of validating one document. */
export interface Entry extends LineColumn {
  /** The file as named on the command line, or `<stdin>`. */
  readonly source: string;
  /** The number of the document in the source, from 0. */
  readonly index: number;
  /** The document's text; empty if the fault is between documents. */
  readonly text: string;
  readonly valid: boolean;
  /** Absent if the document is valid. Its position is that of the fault, or of the document. */
  readonly error?: LineColumn & { readonly code: string; readonly message: string; readonly offset: number };
  readonly issues: readonly LocatedIssue[];
  readonly warnings: readonly LocatedIssue[];
  /** The number of warnings; `warnings` may have fewer. */
  readonly warningCount: number;
}

/** An issue, a warning, or the error of a document without issues, such as text that is not JSON. */
export type Problem = Pick<LocatedIssue, 'field' | 'code' | 'message' | 'severity' | 'offset'> & LineColumn;

/** Errors before warnings. */
export function problemsOf({ error, issues, warnings }: Entry): Problem[] {
  if (error === undefined || issues.length > 0) return [...issues, ...warnings];
  return [{ field: '', severity: 'error', ...error }, ...warnings];
}

/** Sorts by position in the document. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => a.offset - b.offset);
}

/** Why an input is unusable; exit code 2. */
export interface Failure {
  readonly source: string;
  readonly code: 'unreadable' | 'unsupported_encoding' | 'no_document' | 'document_too_large';
  readonly message: string;
  /** Absent if it concerns the source as a whole. */
  readonly place?: LineColumn;
}

/** The counts of a run, and its result. */
export interface Summary {
  readonly valid: number;
  readonly invalid: number;
  readonly warnings: number;
  readonly failures: readonly Failure[];
  /** The exit code. */
  readonly exitCode: number;
}

/** `1 warning`, `2 warnings` */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
