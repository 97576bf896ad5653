import { parentPort } from 'node:worker_threads';
import { createRegistry, toErrorResponse } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { MAX_STORED_ISSUES } from '../transactions/rejected-requests.js';
import { validateDocument } from './validate-document.js';
import type { LargeVerdict, Request } from './large-validator.js';
import { compressResponse } from './compressed-response.js';

/** The most issues that fit in the memory of the thread. A document of 1 MiB can have two million. */
const MAX_ISSUES = 200_000;

const registry = createRegistry(packs);

function respond({ document, business }: Request): LargeVerdict {
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

parentPort!.on('message', (request: Request) => {
  const verdict = respond(request);
  parentPort!.postMessage(
    verdict,
    verdict.kind === 'refused' ? verdict.response.pieces.map(({ buffer }) => buffer) : [],
  );
});
parentPort!.postMessage('ready');
