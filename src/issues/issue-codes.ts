import { REMEDIES } from './issue-codes.generated.js';

export { ISSUE_CODES, REMEDIES, STAGE_MEANINGS } from './issue-codes.generated.js';

/** The texts of a code. */
export interface CodeMeaning {
  /** When the code is raised. */
  readonly meaning: string;
  /** How to fix the document. */
  readonly remedy: string;
}

/**
 * A code of this library. New codes are added to issue-codes.json. A code may be retired, but its meaning never changes.
 * Codes with a slash are spelled as in the service's interface; the library's own codes have none. Third-party packs may
 * raise other codes.
 */
export type IssueCode = keyof typeof REMEDIES;

/** Whether a text is a code of this library. */
export function isIssueCode(text: string): text is IssueCode {
  return Object.hasOwn(REMEDIES, text);
}
