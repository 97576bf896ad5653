import type { ExtensionField, ExtensionNamespace, ReceiptLaw } from '../../law/types.js';
import type { RuleContext } from '../../rule/rule-context.js';
import type { ReadPattern, Rule } from '../../rule/types.js';
import { show } from '../../text/show.js';

/** Checks the namespaces of `extensions` that the law requires. */
export function requiredExtensions({ extensions }: ReceiptLaw): Rule[] {
  return extensions.filter(({ required }) => required === true).map(requiredFields);
}

/** A field of the law, prepared for the check. */
interface HeldField extends ExtensionField {
  readonly path: `extensions.${string}`;
}

/** Checks a required namespace and its fields. Faults are errors. */
function requiredFields({ namespace, description, fields, citation }: ExtensionNamespace): Rule {
  const path = `extensions.${namespace}` as const;
  const held = fields.map((field): HeldField => ({ ...field, path: `${path}.${field.name}` }));
  const counters = fields.some(({ type }) => type !== 'string');
  return {
    id: `extensions-${namespace.toLowerCase()}`,
    severity: 'error',
    codes: ['required', 'invalid_type', 'too_short', ...(counters ? (['out_of_range'] as const) : [])],
    source: citation,
    reads: ['extensions', path, ...held.map((field) => field.path)],
    check: (run) => {
      const sent: unknown = run.transaction.extensions?.[namespace];
      if (sent === undefined) {
        run.report(path, 'required', requiredText, undefined, { path, description });
      } else if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
        run.report(path, 'invalid_type', () => `${path} must be an object, found ${show(sent)}.`, { found: sent });
      } else {
        for (const field of held) checkField(run, field, (sent as Record<string, unknown>)[field.name]);
      }
    },
  };
}

function checkField(run: RuleContext, { path, type, description, required }: HeldField, value: unknown): void {
  if (typeof value === 'string' && value !== '' && type !== 'integer') return;
  if (value === undefined) {
    if (required === true) run.report(path, 'required', requiredText, undefined, { path, description });
  } else if (typeof value === 'number' && type !== 'string') {
    checkInteger(run, path, value, type);
  } else if (value === '' && type !== 'integer') {
    run.report(path, 'too_short', () => `${path} is empty, but must be ${description}.`, { found: value });
  } else {
    run.report(path, 'invalid_type', () => `${path} must be ${description}, found ${show(value)}.`, {
      found: value,
    });
  }
}

function checkInteger(run: RuleContext, field: ReadPattern, value: number, type: ExtensionField['type']): void {
  const details = { found: value };
  if (!Number.isInteger(value)) {
    run.report(field, 'invalid_type', () => `${field} must be an integer, found ${value}.`, details);
  } else if (!Number.isSafeInteger(value) || (type === 'counter' && value < 0)) {
    const message = (): string => `${field} is ${value}, but must be from 0 to 2^53 − 1. Send larger counters as text.`;
    run.report(field, 'out_of_range', message, details);
  }
}

const requiredText = ({ path, description }: { readonly path: string; readonly description: string }): string =>
  `${path} is required. Send ${description}.`;
