import { createRegistry, type Business, type Issue, type Registry, type ValidationResult } from 'receipt-rule-packs';
import { readIdentity, type Identity } from '../transactions/identity.js';

/** A business's id, and the data about the business that the rules need. */
export interface BusinessToValidate {
  readonly id: string;
  readonly rules: Business;
}

/** The verdict on a document, before the document is compared with stored documents. */
export type Verdict =
  | { readonly kind: 'valid'; readonly result: Extract<ValidationResult, { valid: true }> }
  /** `vendor.id` names another business. */
  | { readonly kind: 'foreign' }
  | {
      readonly kind: 'refused';
      readonly result: Extract<ValidationResult, { valid: false }>;
      /** The parsed document; undefined if it is not JSON. */
      readonly document: unknown;
      readonly identity: Identity | undefined;
    };

/** A registry without packs: it reports fields that clients must not send, but runs no rules. */
const SHAPE = createRegistry([]);

/**
 * Validates a document for a business. To save time, checks only the structure if the document is for another business.
 *
 * @param maxIssues the maximum number of issues to list
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

/** The parts of an issue that the log of rejected requests keeps. */
export type NamedIssue = Pick<Issue, 'field' | 'code' | 'rule'>;
