import type { ExtensionField, ExtensionNamespace, ReceiptLaw } from '../../law/types.js';
import type { RuleRun } from '../../pack/rule-run.js';
import type { ReadPattern, Rule } from '../../pack/types.js';
import { show } from '../../show.js';
import { formRules } from './form.js';

/** The namespaces of `extensions` that the law names: those that it requires, and the form of what is sent in any of them. */
export function extensionFields(law: ReceiptLaw): Rule[] {
  const { extensions } = law;
  return [...extensions.filter(({ required }) => required === true).map(requiredFields), ...formRules(law)];
}

const fieldOf = ({ namespace }: ExtensionNamespace, { name }: ExtensionField): `extensions.${string}` =>
  `extensions.${namespace}.${name}`;

/** A namespace that a document must have, with its fields: faults are errors. */
function requiredFields(namespace: ExtensionNamespace): Rule {
  const { fields, source } = namespace;
  const field = `extensions.${namespace.namespace}` as const;
  const counters = fields.some(({ type }) => type !== 'string');
  return {
    id: `extensions-${namespace.namespace.toLowerCase()}`,
    severity: 'error',
    codes: ['required', 'invalid_type', 'too_short', ...(counters ? (['out_of_range'] as const) : [])],
    summary: `${field} holds ${namespace.what}.`,
    source,
    reads: ['extensions', field, ...fields.map((one) => fieldOf(namespace, one))],
    check: (run) => checkNamespace(run, namespace),
  };
}

function checkNamespace(run: RuleRun, namespace: ExtensionNamespace): void {
  const { fields, what } = namespace;
  const field = `extensions.${namespace.namespace}` as const;
  const sent: unknown = run.transaction.extensions?.[namespace.namespace];
  if (sent === undefined) {
    run.report(field, 'required', `${field} is required: ${what}`);
  } else if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    run.report(field, 'invalid_type', `${field} must be an object, but found ${show(sent)}`, { found: sent });
  } else {
    for (const one of fields) checkField(run, fieldOf(namespace, one), one, (sent as Record<string, unknown>)[one.name]);
  }
}

function checkField(run: RuleRun, field: ReadPattern, { type, what, required }: ExtensionField, value: unknown): void {
  const details = { found: value };
  if (value === undefined) {
    if (required === true) run.report(field, 'required', `${field} is required: ${what}`);
  } else if (typeof value === 'number' && type !== 'string') {
    checkInteger(run, field, value, type);
  } else if (type !== 'integer' && value === '') {
    run.report(field, 'too_short', `${field} is empty, but must be ${what}`, details);
  } else if (type === 'integer' || typeof value !== 'string') {
    run.report(field, 'invalid_type', `${field} must be ${what}, but found ${show(value)}`, details);
  }
}

function checkInteger(run: RuleRun, field: ReadPattern, value: number, type: ExtensionField['type']): void {
  const details = { found: value };
  if (!Number.isInteger(value)) {
    run.report(field, 'invalid_type', `${field} must be an integer, but found ${value}`, details);
  } else if (!Number.isSafeInteger(value) || (type === 'counter' && value < 0)) {
    const message = `${field} is ${value}, but must be from 0 to 2^53 − 1; send larger counters as text`;
    run.report(field, 'out_of_range', message, details);
  }
}
