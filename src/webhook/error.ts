/**
 * Why a delivery was refused. Codes are stable: a code may be retired, but its meaning never changes.
 *
 * | code | the delivery |
 * |---|---|
 * | `missing_signature` | has no `Service-Signature` header, or an empty one |
 * | `malformed_signature` | has several signature headers, or one that violates the grammar |
 * | `signature_mismatch` | was signed with a different secret, or its bytes were changed |
 * | `timestamp_out_of_tolerance` | was signed too long ago, or too far in the future |
 * | `nonce_reused` | was accepted before: a replay |
 * | `nonce_store_failed` | could not be checked for replay and was therefore refused; the sender may retry |
 * | `invalid_payload` | is authentic, but not an event envelope in JSON |
 */
export type WebhookVerificationErrorCode =
  | 'missing_signature'
  | 'malformed_signature'
  | 'signature_mismatch'
  | 'timestamp_out_of_tolerance'
  | 'nonce_reused'
  | 'nonce_store_failed'
  | 'invalid_payload';

/**
 * A delivery that must not be trusted. To react to it, use `code`; `message` is for people and may change. `cause`
 * is the underlying error for `nonce_store_failed` and, if any, for `invalid_payload`.
 */
export class WebhookVerificationError extends Error {
  /** Set explicitly because minifiers rename classes, and logs show the name. */
  static override readonly name = 'WebhookVerificationError';
  override readonly name = 'WebhookVerificationError';
  /** The reason, from the table of codes. */
  readonly code: WebhookVerificationErrorCode;

  constructor(code: WebhookVerificationErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
