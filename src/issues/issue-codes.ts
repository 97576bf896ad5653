// New codes are added to issue-codes.json.
import { CODES, type IssueCode } from './issue-codes.generated.js';

export { ISSUE_CODES, type IssueCode } from './issue-codes.generated.js';

/** The texts of a code. */
export interface CodeMeaning {
  /** When the code is raised. */
  readonly meaning: string;
  /** How to fix the document. */
  readonly remedy: string;
}

/** Whether a text is a code of this library. */
export function isIssueCode(text: string): text is IssueCode {
  return CODES.split(' ').includes(text);
}
