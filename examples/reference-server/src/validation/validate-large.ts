import { toErrorResponse, type Registry } from 'receipt-rule-packs';
import { MAX_STORED_ISSUES } from '../transactions/rejected-requests.js';
import { compressResponse } from './compressed-response.js';
import type { LargeVerdict, Request } from './large-validator.js';
import { validateDocument } from './validate-document.js';

/** The maximum number of issues that fit in the thread's memory. A 1 MiB document can have two million issues. */
const MAX_ISSUES = 200_000;

/** Returns the verdict on a large document; the response is compressed. */
export function validateLarge(registry: Registry, { document, business }: Request): LargeVerdict {
  const verdict = validateDocument(registry, document, business, MAX_ISSUES);
  if (verdict.kind === 'foreign') return verdict;
  if (verdict.kind === 'valid') return { kind: 'valid' };
  const { result, identity, document: parsed } = verdict;
  const { receiptNumber, source } = fieldsOf(parsed);
  const named = result.issues.slice(0, MAX_STORED_ISSUES).map(({ field, code, rule }) => ({ field, code, rule }));
  return {
    kind: 'refused',
    response: compressResponse(toErrorResponse(result)),
    identity,
    rejection: {
      code: result.error.code,
      issues: named,
      issueCount: result.issues.length,
      document: { receiptNumber: textOf(receiptNumber), source: { externalId: textOf(fieldsOf(source).externalId) } },
    },
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
