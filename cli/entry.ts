import type { Cause, Operation } from '../src/diagnose/types.js';
import type { Issue } from '../src/issues/issue.js';
import type { TextEdit } from './fix/json-edits.js';
import type { ByteRange } from './json-stream/framer.js';
import type { LineColumn } from './text-places.js';

/** An issue or warning, with its field's position in the input and its offset in the document's text. */
export interface LocatedIssue extends Issue, LineColumn {
  readonly offset: number;
}

/** A change to one field. `found` is absent if the field is added; `new` is absent if the field is removed. */
export interface ShownChange {
  readonly field: string;
  readonly found?: unknown;
  readonly new?: unknown;
}

/** A cause with its number in the report, and the position of the field that it names. */
export interface LocatedCause extends LineColumn {
  /** Counted from 1, in document order. */
  readonly number: number;
  readonly offset: number;
  readonly cause: Cause;
  readonly changes: readonly ShownChange[];
  /** The text edits that make the changes; undefined if they can only be made after other causes' edits. */
  readonly editsFor: (changes: readonly Operation[]) => readonly TextEdit[] | undefined;
}

/** The result of validating one document. */
export interface Entry extends LineColumn {
  /** The file as named on the command line, or `<stdin>`. */
  readonly source: string;
  /** Index of the document in the source, from 0. */
  readonly index: number;
  /** The document's text; empty for a syntax error between documents. */
  readonly text: string;
  /** Where the document is in its file; undefined for other inputs, for gzip files, and after bytes on its line that are not UTF-8. */
  readonly range?: ByteRange | undefined;
  readonly valid: boolean;
  /**
   * Absent if the document is valid. Its position is where the syntax error is or, if there is none, where the document
   * begins.
   */
  readonly error?: LineColumn & { readonly code: string; readonly message: string; readonly offset: number };
  readonly issues: readonly LocatedIssue[];
  readonly warnings: readonly LocatedIssue[];
  /** The total number of warnings; `warnings` may contain fewer. */
  readonly warningCount: number;
  /** Whether to look for causes of the document's issues. */
  readonly isFaulty?: boolean;
  /**
   * The causes of an invalid document's issues, in the order in which to apply their changes. Absent if causes were not
   * requested.
   */
  readonly causes?: readonly LocatedCause[];
  /** The causes that were repaired. The rest of the entry describes the repaired document. */
  readonly fixed?: readonly LocatedCause[];
}

/** An issue, a warning, or the error for a document without issues, such as text that is not JSON. */
export type Problem = Pick<LocatedIssue, 'field' | 'code' | 'message' | 'severity' | 'offset' | 'expected'> &
  LineColumn;

/** Issues and warnings in document order. */
export function problemsOf({ error, issues, warnings }: Entry): Problem[] {
  const fault: Problem[] = error === undefined || issues.length > 0 ? [] : [{ field: '', severity: 'error', ...error }];
  return inOrder([...fault, ...issues, ...warnings]);
}

/** Sorts by position in the document. */
export function inOrder<T extends { readonly offset: number }>(found: readonly T[]): T[] {
  return [...found].sort((a, b) => a.offset - b.offset);
}

/** Why an input is unusable; exit code 2. */
export interface Failure {
  readonly source: string;
  readonly code: 'unreadable' | 'unsupported_encoding' | 'no_document' | 'document_too_large' | 'not_written';
  readonly message: string;
  /** Absent if the failure concerns the source as a whole. */
  readonly place?: LineColumn;
}

/** The counts and the exit code of a run. */
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
