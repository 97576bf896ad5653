import { listQuery } from './list-query.js';
import { signatureHeader } from './signature-header.js';
import type { FuzzTarget } from './target.js';
import { timestamp } from './timestamp.js';
import { validateJson } from './validate-json.js';
import { validateValue } from './validate-value.js';
import { webhookVerify } from './webhook-verify.js';

/** Everything that reads text from outside, and `validate`, which accepts any value. */
export const TARGETS: readonly FuzzTarget[] = [
  signatureHeader,
  webhookVerify,
  listQuery,
  timestamp,
  validateJson,
  validateValue,
];
