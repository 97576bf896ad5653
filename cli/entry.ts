import type { Issue, Severity } from '../src/issue.js';
import type { LineColumn } from './text-places.js';

/** An issue or warning and where in the input the field stands. */
export interface LocatedIssue extends LineColumn {
  readonly field: string;
  readonly code: Issue['code'];
  readonly message: string;
  readonly severity: Severity;
}

/** What the validation of one document, or the look for the next one, came to. */
export interface Entry extends LineColumn {
  /** The file as named on the command line, or `<stdin>`. */
  readonly source: string;
  /** Which document of the source, from 0. */
  readonly index: number;
  readonly valid: boolean;
  /** Absent where the document is valid. Its place is that of the fault, or of the document. */
  readonly error?: LineColumn & { readonly code: string; readonly message: string };
  readonly issues: readonly LocatedIssue[];
  readonly warnings: readonly LocatedIssue[];
}

/** Why some input could not be used at all; exit code 2. */
export interface Failure {
  readonly source: string;
  readonly code: 'unreadable' | 'unsupported_encoding' | 'no_document' | 'document_too_large';
  readonly message: string;
  /** Absent where it concerns the source as a whole. */
  readonly place?: LineColumn;
}

export interface Summary {
  readonly valid: number;
  readonly invalid: number;
  readonly warnings: number;
  readonly failures: readonly Failure[];
}
