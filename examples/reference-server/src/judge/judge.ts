import { createRegistry, type Issue, type Registry, type ValidationResult } from 'receipt-rule-packs';
import { readIdentity, type Identity } from '../transactions/identity.js';

/** What the rules need of a business, with its id. */
export interface Judged {
  readonly id: string;
  readonly rules: { readonly country: string; readonly multiLocation?: boolean };
}

/** The verdict on a document, before it is compared with what is stored. */
export type Verdict =
  | { readonly kind: 'valid'; readonly result: Extract<ValidationResult, { valid: true }> }
  /** `vendor.id` is another business. */
  | { readonly kind: 'foreign' }
  | {
      readonly kind: 'refused';
      readonly result: Extract<ValidationResult, { valid: false }>;
      /** The content of the document. */
      readonly document: unknown;
      readonly identity: Identity | undefined;
    };

/** Without packs the fields that may not be written are found, and no rule runs. */
const SHAPE = createRegistry([]);

/**
 * Judges a document for a business. A document of another business is not judged by the rules: nobody may spend their time on it.
 *
 * @param maxIssues further issues are counted, but not made
 */
export function judge(registry: Registry, document: Uint8Array, { id, rules }: Judged, maxIssues: number): Verdict {
  const said = parse(document);
  const identity = readIdentity(said);
  const foreign = identity !== undefined && identity.vendorId !== id;
  const result = (foreign ? SHAPE : registry).validateJson(document, rules, { maxIssues });
  if (foreign && (result.valid || result.error.code !== 'invalid_json')) return { kind: 'foreign' };
  return result.valid ? { kind: 'valid', result } : { kind: 'refused', result, document: said, identity };
}

/** The content of JSON text; undefined if it is none. */
function parse(document: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(document)) as unknown;
  } catch {
    return undefined;
  }
}

/** What a log of refused writes needs. */
export type NamedIssue = Pick<Issue, 'field' | 'code' | 'rule'>;
