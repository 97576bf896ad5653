import type { CodeMeaning } from '../src/issue-codes.js';

/** Codes of a whole document's error that are not codes of an issue as well, but that users see and look up. */
export const ERROR_CODES = {
  invalid_json: {
    meaning:
      'The text is not UTF-8, not JSON, or not a JSON object; or the document has fields that may not be written.',
    remedy: 'Mend the text at the place that the message names, or leave out the fields that the issues list.',
  },
  validation_failed: {
    meaning: 'The document breaks the schema or rules of the rule pack; the issues tell which.',
    remedy: 'Mend every issue; each code has its own explanation.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>;
