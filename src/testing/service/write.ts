import { toStored } from '../../document/stored.js';
import type { StoredTransaction } from '../../document/written-types.js';
import { toErrorResponse } from '../../engine/error-response.js';
import type { Shop } from '../../engine/shop.js';
import { json, refusal, type Answer } from './answers.js';
import type { FakeBusiness } from './options.js';

/** A stored document. Kept as text, so that nobody can modify it. */
export type Row = {
  readonly businessId: string;
  readonly identity: string;
  readonly key: string | null;
  readonly id: string;
  readonly timestamp: string;
  readonly text: string;
};

export type Open = { readonly business: FakeBusiness; readonly shop: Shop };

/** The context of a write: the accessible businesses, the stored rows, the clock and the ids. */
export type Writing = {
  /** The businesses that the token gives access to, at least one. */
  readonly open: readonly Open[];
  readonly rows: Row[];
  readonly nextId: () => string;
  readonly now: () => string;
};

/** Handles POST /v1/transactions. Checks in the service's order: closed shape, access, replay, profile and rules. */
export function write(text: string, headers: { get(name: string): string | null }, writing: Writing): Answer {
  const { open, rows, nextId, now } = writing;
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get('Content-Type') ?? ''))
    return refusal(415, 'unsupported_media_type', 'Content-Type must be application/json.');
  const key = headers.get('Idempotency-Key');
  if (key !== null && !/^[ -~]{1,255}$/.test(key))
    return refusal(400, 'invalid_idempotency_key', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  const { vendorId, platform, externalId } = identityOf(text);
  const found = open.find(({ business }) => business.id === vendorId);
  // The shape of a document does not depend on the business.
  const { business, shop } = found ?? open[0]!;
  const result = shop.validateJson(text);
  if (!result.valid && result.error.code === 'invalid_json') return ofResult(toErrorResponse(result));
  if (!found && typeof vendorId === 'string')
    return refusal(403, 'forbidden', 'The token is not valid for the business in vendor.id.');
  const identity = JSON.stringify([vendorId, platform, externalId]);
  const earlier = rows.find((row) => row.identity === identity);
  if (earlier) {
    const isReplay = key !== null && earlier.key === key;
    if (!isReplay) return refusal(409, 'duplicate_transaction', 'This transaction was stored with another key.');
    return { ...json(200, null, { 'Idempotent-Replayed': 'true' }), text: earlier.text };
  }
  if (!result.valid) return ofResult(toErrorResponse(result));
  const { transaction, profileId, documentTier } = result;
  const [id, at] = [nextId(), now()];
  const added = { id, createdAt: at, syncedAt: at, profileId, documentTier, vendor: business };
  const document: StoredTransaction = toStored(transaction, added);
  const answer = json(201, document);
  rows.push({ businessId: business.id, identity, key, id, timestamp: transaction.timestamp, text: answer.text });
  return answer;
}

const ofResult = ({ status, body }: ReturnType<typeof toErrorResponse>): Answer => json(status, body);

function identityOf(text: string): Record<'vendorId' | 'platform' | 'externalId', unknown> {
  try {
    const { vendor, source } = JSON.parse(text) as { vendor?: { id?: unknown }; source?: Record<string, unknown> };
    return { vendorId: vendor?.id, platform: source?.platform, externalId: source?.externalId };
  } catch {
    return { vendorId: undefined, platform: undefined, externalId: undefined };
  }
}
