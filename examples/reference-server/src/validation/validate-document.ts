import { createRegistry, type Issue, type Registry, type ValidationResult } from 'receipt-rule-packs';
import { readIdentity, type Identity } from '../transactions/identity.js';

/** What the rules need to know of a business, and its id. */
export interface BusinessToValidate {
  readonly id: string;
  readonly rules: { readonly country: string; readonly multiLocation?: boolean };
}

/** The verdict on a document, before the comparison with stored ones. */
export type Verdict =
  | { readonly kind: 'valid'; readonly result: Extract<ValidationResult, { valid: true }> }
  /** `vendor.id` names another business. */
  | { readonly kind: 'foreign' }
  | {
      readonly kind: 'refused';
      readonly result: Extract<ValidationResult, { valid: false }>;
      /** The content of the document. */
      readonly document: unknown;
      readonly identity: Identity | undefined;
    };

/** Without packs, finds the fields that clients may not send, and runs no rule. */
const SHAPE = createRegistry([]);

/**
 * Validates a document for a business. Runs no rules on a document of another business, to spend no time on it.
 *
 * @param maxIssues further issues are only counted
 */
export function validateDocument(
  registry: Registry,
  document: Uint8Array,
  { id, rules }: BusinessToValidate,
  maxIssues: number,
): Verdict {
  const parsed = parse(document);
  const identity = readIdentity(parsed);
  const foreign = identity !== undefined && identity.vendorId !== id;
  const result = (foreign ? SHAPE : registry).validateJson(document, rules, { maxIssues });
  if (foreign && (result.valid || result.error.code !== 'invalid_json')) return { kind: 'foreign' };
  return result.valid ? { kind: 'valid', result } : { kind: 'refused', result, document: parsed, identity };
}

/** The parsed document; undefined if it is not JSON. */
function parse(document: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(document)) as unknown;
  } catch {
    return undefined;
  }
}

/** What the log of rejected requests needs. */
export type NamedIssue = Pick<Issue, 'field' | 'code' | 'rule'>;
