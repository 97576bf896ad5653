import { parsePath } from '../../../test/support/changes.js';
import type { Base } from '../../../test/support/cases.js';
import type { Vector } from './expand.js';

/**
 * Which rule a vector tests, if several rules raise its code. The list is written by hand, so that a change to a rule
 * does not change what a vector tests.
 */
interface Attribution {
  readonly rule: string;
  readonly code: string;
  /** The field at which the rule raises the code; default: any field. */
  readonly field?: RegExp;
  /** Decides between two rules that raise the code at the same field. */
  readonly when?: (vector: Vector) => boolean;
  /** A negative vector tests this rule only if it changes one of these fields; default: any. */
  readonly near?: readonly string[];
}

/** The value at a path in the document, or in the document that the text represents. */
const at = ({ document, text }: Vector, path: string): unknown => valueAt(document ?? stoodFor(text), path);
const scheme = (wanted: string) => (vector: Vector) => at(vector, 'tax.scheme') === wanted;
const national = scheme('SE_MOMS');
const oss = scheme('EU_VAT');
const enforced = ({ options }: Vector) => options?.rateWindows === 'enforce';
const firing = ({ kind }: Vector) => kind === 'firing';
/**
 * With `enforce`, a rate outside its window is an error, or a warning if its source is unconfirmed. The expected issues
 * show which.
 */
const asError = (vector: Vector) => !firing(vector) || raises(vector.expect.issues, vector.code);
const asWarning = (vector: Vector) => !firing(vector) || raises(vector.expect.warnings, vector.code);
const LINE_AND_SUMMARY = ['tax.pricesIncludeTax', 'totals'];

const ATTRIBUTIONS: readonly Attribution[] = [
  { rule: 'settled-void', code: 'settled_void' },
  { rule: 'law-age', code: 'pack_stale' },
  { rule: 'currency', code: 'currency_not_allowed' },
  { rule: 'document-tier', code: 'unsupported_tier' },
  {
    rule: 'location-name',
    code: 'required',
    field: /^vendor\.locationName$/,
    near: ['vendor.locationName', 'business'],
  },
  {
    rule: 'location-name',
    code: 'too_short',
    field: /^vendor\.locationName$/,
    near: ['vendor.locationName', 'business'],
  },
  { rule: 'line-amount', code: 'amount_mismatch' },
  { rule: 'weighed-amount', code: 'amount_deviates' },
  { rule: 'national-rate', code: 'invalid_rate', when: national },
  { rule: 'oss-rate', code: 'invalid_rate', when: oss },
  { rule: 'national-rate-window', code: 'rate_not_in_window', when: (v) => national(v) && enforced(v) && asError(v) },
  { rule: 'national-rate-window-warning', code: 'rate_not_in_window', when: (v) => national(v) && asWarning(v) },
  { rule: 'oss-rate-window', code: 'rate_not_in_window', when: (v) => oss(v) && enforced(v) && asError(v) },
  { rule: 'oss-rate-window-warning', code: 'rate_not_in_window', when: (v) => oss(v) && asWarning(v) },
  { rule: 'category-rate', code: 'category_rate' },
  { rule: 'tax-scheme', code: 'tax.scheme/scheme_not_allowed', when: (v) => !firing(v) || !oss(v) },
  { rule: 'oss-destination', code: 'tax.scheme/scheme_not_allowed', when: oss },
  { rule: 'oss-destination', code: 'customer.country/required' },
  { rule: 'oss-destination', code: 'customer.country/invalid_country' },
  { rule: 'oss-channel', code: 'required', field: /^channel$/, near: ['channel', 'tax.scheme'] },
  { rule: 'oss-channel', code: 'invalid_value', field: /^channel$/, near: ['channel', 'tax.scheme'] },
  { rule: 'oss-territory', code: 'not_oss_territory' },
  { rule: 'national-class', code: 'product_tax_class_unknown', when: (v) => !oss(v) },
  { rule: 'oss-class', code: 'product_tax_class_unknown', when: oss },
  { rule: 'prices-include-tax', code: 'prices_exclude_tax' },
  { rule: 'reverse-charge', code: 'required', field: /^tax\.reverseCharge$/, near: ['tax.reverseCharge'] },
  { rule: 'reverse-charge', code: 'invalid_value', field: /^tax\.reverseCharge$/, near: ['tax.reverseCharge'] },
  { rule: 'summary-missing', code: 'summary_missing' },
  { rule: 'summary-unused', code: 'summary_unused' },
  { rule: 'summary-duplicate', code: 'summary_duplicate' },
  { rule: 'line-tax', code: 'tax_amount_deviates' },
  { rule: 'summary-tax', code: 'summary_deviates' },
  { rule: 'tax-jurisdictions', code: 'not_allowed', field: /^tax\.jurisdictions$/ },
  { rule: 'totals-subtotal', code: 'sum_mismatch', field: /^totals\.subtotal$/, near: ['totals.subtotal', 'items'] },
  { rule: 'totals-discount', code: 'sum_mismatch', field: /^totals\.discount$/, near: ['totals.discount'] },
  { rule: 'totals-tax', code: 'sum_mismatch', field: /^totals\.tax$/, near: ['totals.tax', 'tax.summary'] },
  ...[true, false].map((including) => ({
    rule: including ? 'totals-total' : 'totals-total-net',
    code: 'sum_mismatch',
    field: /^totals\.total$/,
    when: (v: Vector) => at(v, 'tax.pricesIncludeTax') === including,
    near: LINE_AND_SUMMARY,
  })),
  {
    rule: 'total-sign',
    code: 'out_of_range',
    field: /^totals\.total$/,
    when: (v) => !firing(v) || Number(at(v, 'totals.total')) >= -Number.MAX_SAFE_INTEGER,
    near: ['totals.total', 'type'],
  },
  { rule: 'total-sign', code: 'must_be_zero' },
  { rule: 'total-zero', code: 'total_is_zero' },
  {
    rule: 'cash-rounding-required',
    code: 'required',
    field: /^totals\.rounding$/,
    near: ['payment.method', 'totals.rounding'],
  },
  { rule: 'cash-rounding-zero', code: 'invalid_rounding', when: (v) => at(v, 'totals.rounding') === 0 },
  { rule: 'cash-rounding-grid', code: 'invalid_rounding', when: (v) => Boolean(at(v, 'totals.rounding')) },
  { rule: 'cash-rounding-tie', code: 'rounding_tie_down' },
  { rule: 'last4-card', code: 'last4_without_card' },
  { rule: 'linked-transaction', code: 'required', field: /^linkedTransaction$/, near: ['linkedTransaction', 'type'] },
  ...['required', 'invalid_type', 'too_short'].map((code) => ({
    rule: 'extensions-se',
    code,
    field: /^extensions\.se(?:\.|$)/,
    near: ['extensions'],
  })),
  // At extensions.se itself, the fault is structural: a number that a double cannot represent, or too many levels.
  { rule: 'extensions-se', code: 'out_of_range', field: /^extensions\.se\./, near: ['extensions'] },
  { rule: 'extensions-se-form', code: 'control_code_format' },
];

/**
 * Whether the list names vectors for a rule and code. If not, the rule's shared cases, which name their rule, become
 * its vectors.
 */
export const isAttributed = (rule: string | undefined, code: string): boolean =>
  ATTRIBUTIONS.some((one) => one.rule === rule && one.code === code);

/** The rules that a vector tests: they raise its code, or do not; empty if only the schema raises the code. */
export function rulesShown(vector: Vector, base: Base): string[] {
  const entries = [...vector.expect.issues, ...vector.expect.warnings].filter(({ code }) => code === vector.code);
  const shown = ATTRIBUTIONS.filter(({ code, field, when, near }) => {
    if (code !== vector.code || when?.(vector) === false) return false;
    if (firing(vector)) return field === undefined || entries.some((entry) => field.test(entry.field));
    return near === undefined || near.some((path) => differs(vector, base, path));
  });
  return shown.map(({ rule }) => rule);
}

function raises(entries: Vector['expect']['issues'], code: string): boolean {
  return entries.some((entry) => entry.code === code);
}

function differs(vector: Vector, base: Base, path: string): boolean {
  if (path === 'business') return vector.business.multiLocation === true;
  return JSON.stringify(at(vector, path)) !== JSON.stringify(valueAt(base.document, path));
}

function stoodFor(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueAt(document: unknown, path: string): unknown {
  return parsePath(path).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, step)?.value : undefined,
    document,
  );
}
