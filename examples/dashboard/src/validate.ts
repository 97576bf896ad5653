import type { Issue, Registry, StoredTransaction, ValidationResult } from 'receipt-rule-packs';
import type { BusinessRecord } from 'receipt-reference-server/businesses/business.js';

/** The verdict on a document under today's rules. */
export interface Verdict {
  readonly valid: boolean;
  readonly issues: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/** The maximum number of issues per verdict. */
const MAX_ISSUES = 200;

/** Validates a stored document as it was sent, without the fields that the service adds. */
export function validateStored(registry: Registry, business: BusinessRecord, stored: StoredTransaction): Verdict {
  return toVerdict(registry.validate(asWritten(stored), business.rules, { maxIssues: MAX_ISSUES }));
}

/** Validates a rejected request's body. */
export function validateBody(registry: Registry, business: BusinessRecord, body: string): Verdict {
  return toVerdict(registry.validateJson(body, business.rules, { maxIssues: MAX_ISSUES }));
}

function toVerdict({ valid, issues, warnings }: ValidationResult): Verdict {
  return { valid, issues, warnings };
}

/** Removes the fields that `toStored` adds to a document. */
export function asWritten(stored: StoredTransaction): object {
  const written = Object.entries(stored).filter(([name]) => !ADDED.includes(name));
  const { id, locationName } = stored.vendor;
  const { platform, externalId } = stored.source;
  return {
    ...Object.fromEntries(written),
    vendor: { id, ...(locationName !== undefined && { locationName }) },
    source: { platform, externalId },
  };
}

/** The top-level fields that the service adds. */
const ADDED: readonly string[] = ['id', 'createdAt', 'profileId', 'documentTier', 'schemaVersion'];
