// Add new codes to issue-codes.json.
import { CODES, SITE, type IssueCode } from './issue-codes.generated.js';

export { ISSUE_CODES, type IssueCode } from './issue-codes.generated.js';

/** The texts of a code. */
export interface CodeMeaning {
  /** When the code is raised. */
  readonly meaning: string;
  /** How to fix the document. */
  readonly remedy: string;
}

/**
 * The page about a code on the documentation site: a URL, or only its path, such as `/codes/invalid_rate.html`, if the
 * package is built without a documentation site.
 */
export const docsOf = (code: IssueCode): string => `${SITE}/codes/${code}.html`;

/** Whether a text is a code of this library. */
export function isIssueCode(text: string): text is IssueCode {
  return CODES.split(' ').includes(text);
}
