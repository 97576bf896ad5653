import type { ExtensionField, ExtensionNamespace, ReceiptLaw } from '../../law/types.js';
import type { RuleRun } from '../../pack/rule-run.js';
import type { Rule } from '../../pack/types.js';
import { quoted, show } from '../../show.js';

const FISCAL_FORMAT = 'fiscal_format';

/**
 * The form of the fields that fiscal devices and the like write: warnings. Of a namespace that is not required a wrong type
 * is a matter of form, too; of one that is, other rules refuse it.
 */
export function formRules({ extensions }: ReceiptLaw): Rule[] {
  return extensions
    .filter(({ required, fields }) => required !== true || fields.some(({ pattern }) => pattern !== undefined))
    .map(formRule);
}

function formRule(namespace: ExtensionNamespace): Rule {
  const { fields } = namespace;
  const strict = namespace.required !== true;
  const field = `extensions.${namespace.namespace}` as const;
  const held = strict ? fields : fields.filter(({ pattern }) => pattern !== undefined);
  const forms = held.map((one) => formOf(one));
  return {
    id: `extensions-${namespace.namespace.toLowerCase()}-form`,
    severity: 'warning',
    codes: [...new Set([...(strict ? [FISCAL_FORMAT] : []), ...held.map(({ code = FISCAL_FORMAT }) => code)])],
    summary: `Each field of ${field} has its form.`,
    source: [...new Set(held.map(({ source }) => source))].join('; '),
    reads: ['extensions', field, ...held.map(({ name }) => `${field}.${name}` as const)],
    check: (run) => {
      const sent: unknown = run.transaction.extensions?.[namespace.namespace];
      if (sent === undefined) return;
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
        if (!strict) return;
        const message = `${field} must be an object, but found ${show(sent)}`;
        run.report(field, FISCAL_FORMAT, message, { found: sent });
        return;
      }
      for (let i = 0; i < held.length; i++) {
        checkForm(run, field, held[i]!, forms[i]!, (sent as Record<string, unknown>)[held[i]!.name], strict);
      }
    },
  };
}

/** Made when a value is first held to it. */
function formOf({ pattern }: ExtensionField): () => RegExp | undefined {
  let form: RegExp | undefined;
  return () => (pattern === undefined ? undefined : (form ??= new RegExp(pattern, 'u')));
}

function checkForm(
  run: RuleRun,
  namespace: `extensions.${string}`,
  { name, type, what, code = FISCAL_FORMAT, example }: ExtensionField,
  form: () => RegExp | undefined,
  value: unknown,
  strict: boolean,
): void {
  if (value === undefined) return;
  const field = `${namespace}.${name}` as const;
  if (!isOfType(value, type)) {
    if (strict)
      run.report(field, code, `${field} must be ${what}, such as ${show(example)}, but found ${show(value)}`, { found: value });
    return;
  }
  if (form()?.test(String(value)) === false) {
    const found = typeof value === 'string' ? quoted(value) : value;
    const message = `${field} is ${found}, which is not of the form of ${what}, such as ${show(example)}`;
    run.report(field, code, message, { found: value });
  }
}

/** Types as a namespace that is required has them: an empty text is none. */
function isOfType(value: unknown, type: ExtensionField['type']): value is string | number {
  if (typeof value === 'string') return type !== 'integer' && value !== '';
  return type !== 'string' && typeof value === 'number' && Number.isSafeInteger(value) && (type === 'integer' || value >= 0);
}
