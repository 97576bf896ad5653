// Add a new code to the codes.json of the rule's folder; a code that several parts raise, to issue-codes.json.
import { CODES, SITE, type IssueCode } from './issue-codes.generated.js';

export {
  COMPLETION_CODES,
  COMPUTED_CODES,
  CONTRADICTION_CODES,
  FORM_CODES,
  ISSUE_CODES,
  SENDER_CODES,
  type IssueCode,
} from './issue-codes.generated.js';

/** The explanation of a code. */
export interface CodeMeaning {
  /** When the code is raised. */
  readonly meaning: string;
  /** How to fix the document. */
  readonly remedy: string;
}

/**
 * The documentation site's page about a code: a URL, or only its path, such as `/codes/invalid_rate.html`, if the
 * package is built without a documentation site.
 */
export const docsOf = (code: IssueCode): string => `${SITE}/codes/${code}.html`;

/** Whether a string is one of the library's codes. */
export function isIssueCode(text: string): text is IssueCode {
  return CODES.split(' ').includes(text);
}
