import { Validator } from '@cfworker/json-schema';
import { hasSchema, registerSchema, validate, type SchemaObject } from '@hyperjump/json-schema/draft-2020-12';
import type { LawPack, Transaction } from 'receipt-rule-packs';
import { transaction } from 'receipt-rule-packs/schemas';
import { record } from '../../src/document/scan';
import { StructureFaults } from '../../src/document/structure-faults';
import { scanTransaction } from '../../src/document/structure.generated';

type Verdict = (document: unknown) => boolean;

/** Two unrelated implementations of JSON Schema 2020-12: one interprets the schema, one compiles it to a tree. */
export async function schemaJudges(): Promise<Readonly<Record<string, Verdict>>> {
  if (!hasSchema(transaction.$id)) registerSchema(transaction as SchemaObject, transaction.$id);
  const hyperjump = await validate(transaction.$id);
  const cfworker = new Validator(transaction, '2020-12');
  return {
    '@hyperjump/json-schema': (document) => hyperjump(document as never).valid,
    '@cfworker/json-schema': (document) => cfworker.validate(document).valid,
  };
}

/**
 * The library's structure check: valid, invalid, or invalid only because of a limit that JSON Schema cannot express.
 */
export function structureSays(document: unknown): 'sound' | 'faulted' | 'too deep' {
  const given = Array.isArray(document) ? undefined : record(document);
  if (given === undefined) return 'faulted';
  const structure = new StructureFaults(Infinity, [], undefined, given);
  scanTransaction(given, structure);
  if (structure.shapeFaults !== undefined) return 'faulted';
  if (structure.faults === undefined) return 'sound';
  const issues = structure.faults.issues();
  const nesting = issues.every(
    ({ field, code }) => code === 'out_of_range' && (field === 'metadata' || field.startsWith('extensions')),
  );
  return nesting ? 'too deep' : 'faulted';
}

const FIGURES = new Set([
  ...['amount_mismatch', 'amount_deviates', 'sum_mismatch', 'must_be_zero', 'total_is_zero', 'jurisdictions_deviate'],
  ...['summary_missing', 'summary_unused', 'summary_duplicate', 'tax_amount_deviates', 'summary_deviates'],
  ...['invalid_rounding', 'rounding_tie_down', 'rounding_unusual', 'rounding_not_nearest', 'rounding_not_applied'],
  ...['not_allowed', 'currency_not_allowed', 'invalid_rate', 'rate_unknown', 'rate_unusual', 'rate_not_in_window'],
]);
const ALSO = new Set(['totals.total out_of_range', 'totals.rounding required']);

/** The issues that a pack's rules raise for the figures, as `field code`, in the order of `figuresSay`. */
export function rulesSay(document: Transaction, pack: LawPack): string[] {
  return pack
    .check(document, { country: pack.country, rateWindows: 'enforce' })
    .filter(({ field, code }) => FIGURES.has(code) || ALSO.has(`${field} ${code}`))
    .map(({ field, code }) => `${field} ${code}`)
    .sort();
}
