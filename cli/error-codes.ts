import type { StructureCode } from '../src/document/scan.js';
import type { CodeMeaning } from '../src/issues/issue-codes.js';
import type { WebhookVerificationErrorCode } from '../src/webhook/index.js';

/** Codes of errors about a whole document. They are not issue codes, but users look them up too. */
export const ERROR_CODES: Readonly<Record<string, CodeMeaning | undefined>> = {
  invalid_json: {
    meaning:
      'The text is not UTF-8, not JSON, or not a JSON object; or the document has unknown fields, fields that only the service sets, or repeated keys.',
    remedy: 'Fix the JSON at the position in the message. If issues are listed, remove those fields.',
  },
  validation_failed: {
    meaning: 'The document violates the schema or the rules of its rule pack; the issues say where.',
    remedy: 'Fix every issue; each code has its own explanation.',
  },
};

/** Codes that the schema can raise for any field. Rules may raise them too. */
export const SCHEMA_CODES: Readonly<Record<StructureCode, true>> = {
  required: true,
  invalid_type: true,
  invalid_value: true,
  invalid_format: true,
  out_of_range: true,
  too_short: true,
  too_few_items: true,
};

/** Codes of refused webhook deliveries. They are not about documents. */
export const WEBHOOK_CODES: Readonly<Record<WebhookVerificationErrorCode, true>> = {
  missing_signature: true,
  malformed_signature: true,
  signature_mismatch: true,
  timestamp_out_of_tolerance: true,
  nonce_reused: true,
  nonce_store_failed: true,
  invalid_payload: true,
};
