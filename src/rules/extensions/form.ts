import type { IssueCode, CodeMeaning } from '../../issues/issue-codes.js';
import type { ExtensionField, ExtensionNamespace, ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { Rule } from '../../rule/types.js';
import { show } from '../../text/show.js';
import { sourcesOf } from '../sources.js';
import { LONGEST_FISCAL_TEXT } from './fiscal-figures.js';

const FISCAL_FORMAT = 'fiscal_format';

/**
 * Checks the format of fields from fiscal devices and similar systems, in the namespaces of `extensions` that the law
 * names. Faults are warnings. In an optional namespace, a value of the wrong type is also a warning; in a required
 * namespace, other rules refuse it.
 */
export function extensionForms({ extensions }: ReceiptLaw): Rule[] {
  return extensions
    .filter(({ required, fields }) => required !== true || fields.some(({ pattern }) => pattern !== undefined))
    .map(formRule);
}

function formRule(namespace: ExtensionNamespace): Rule {
  const { fields } = namespace;
  const strict = namespace.required !== true;
  const field = `extensions.${namespace.namespace}` as const;
  const held = strict ? fields : fields.filter(({ pattern }) => pattern !== undefined);
  const forms = held.map((one): HeldForm => ({ ...one, path: `${field}.${one.name}`, matches: matcher(one) }));
  return {
    id: `extensions-${namespace.namespace.toLowerCase()}-form`,
    severity: 'warning',
    // `formTexts` explains codes that only a law defines.
    codes: [
      ...new Set([...(strict ? [FISCAL_FORMAT] : []), ...held.map(({ warningCode = FISCAL_FORMAT }) => warningCode)]),
    ] as IssueCode[],
    source: sourcesOf(held),
    reads: ['extensions', field, ...forms.map(({ path }) => path)],
    check: (run) => {
      const sent: unknown = run.transaction.extensions?.[namespace.namespace];
      if (sent === undefined) return;
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
        if (!strict) return;
        const message = (): string => `${field} must be an object, found ${show(sent)}.`;
        run.report(field, FISCAL_FORMAT, message, { found: sent });
        return;
      }
      for (const form of forms) checkForm(run, form, (sent as Record<string, unknown>)[form.name], strict);
    },
  };
}

/** A field in the law, prepared for the check. */
interface HeldForm extends ExtensionField {
  readonly path: `extensions.${string}`;
  readonly matches: (value: string | number) => boolean;
}

/** Compiles the regular expression on first use. A string longer than the maximum never matches. */
function matcher({ pattern }: ExtensionField): HeldForm['matches'] {
  if (pattern === undefined) return () => true;
  let form: RegExp | undefined;
  return (value) => {
    const text = String(value);
    return text.length <= LONGEST_FISCAL_TEXT && (form ??= new RegExp(pattern, 'u')).test(text);
  };
}

function checkForm(run: RuleContext, form: HeldForm, value: unknown, strict: boolean): void {
  if (value === undefined) return;
  const { path, type, description, warningCode = FISCAL_FORMAT, example, matches } = form;
  if (!isOfType(value, type)) {
    const message = (): string => `${path} must be ${description}, such as ${show(example)}, found ${show(value)}.`;
    if (strict) run.report(path, warningCode, message, { found: value });
  } else if (!matches(value)) {
    const message = (): string =>
      `${path} is ${show(value)}, which is not valid for ${description}. Example: ${show(example)}.`;
    run.report(path, warningCode, message, { found: value });
  }
}

/** The type check for a required namespace. An empty string does not have the type `string`. */
function isOfType(value: unknown, type: ExtensionField['type']): value is string | number {
  if (typeof value === 'string') return type !== 'integer' && value !== '';
  return (
    type !== 'string' && typeof value === 'number' && Number.isSafeInteger(value) && (type === 'integer' || value >= 0)
  );
}

/** The meaning and the remedy of a code that a law sets as a field's `warningCode`. */
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
