import { FORM_CODES, SENDER_CODES } from '../src/issues/issue-codes.js';
import type { Issue } from '../src/issues/issue.js';
import type { FailOn } from './exit-code.js';

/** Warnings that need no diagnosis. */
const PLAIN = new Set([...FORM_CODES, ...SENDER_CODES]);

/** Whether to look for causes: true if the document fails, or if a warning says that its figures do not agree. */
export const isFaulty = (valid: boolean, warnings: readonly Pick<Issue, 'code'>[], failOn: FailOn): boolean =>
  !valid || warnings.some(({ code }) => failOn === 'warning' || !PLAIN.has(code));
