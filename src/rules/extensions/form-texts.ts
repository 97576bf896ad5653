import type { CodeMeaning } from '../../issues/issue-codes.js';
import type { ReceiptLaw } from '../../law/types.js';
import { show } from '../../text/show.js';

/** The texts of a code that a law defines: the `warningCode` of one of its fields. */
export function formTexts({ extensions }: ReceiptLaw, code: string): CodeMeaning | undefined {
  for (const { namespace, fields } of extensions) {
    const field = fields.find(({ warningCode }) => warningCode === code);
    if (field === undefined) continue;
    const { name, description, example } = field;
    return {
      meaning: `extensions.${namespace}.${name} does not have the format of ${description}.`,
      remedy: `Send ${description}, such as ${show(example)}, or omit the field.`,
    };
  }
  return undefined;
}
