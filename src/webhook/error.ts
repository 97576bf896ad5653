/**
 * Why a delivery was refused. The codes are stable: a code may be retired, but it never gets another meaning.
 *
 * | code | the delivery |
 * |---|---|
 * | `missing_signature` | has no `Service-Signature` header, or an empty one |
 * | `malformed_signature` | has several of them, or one that breaks the grammar |
 * | `signature_mismatch` | was not signed with any of the secrets, or its bytes were changed |
 * | `timestamp_out_of_tolerance` | was signed too long ago, or too far in the future |
 * | `nonce_reused` | was accepted before: a replay |
 * | `nonce_store_failed` | could not be checked for replay; refused to be safe, worth a retry by the sender |
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
 * A delivery that must not be trusted. Decide by `code`; `message` is for people and may change. `cause` is the
 * underlying error of `nonce_store_failed` and, if there is one, of `invalid_payload`.
 */
export class WebhookVerificationError extends Error {
  /** So that logs show it, although the package is minified. */
  static override readonly name = 'WebhookVerificationError';
  override readonly name = 'WebhookVerificationError';
  /** Why the delivery was refused. */
  readonly code: WebhookVerificationErrorCode;

  constructor(code: WebhookVerificationErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
