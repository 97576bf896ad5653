/** Why the outbox did not do what was asked. Codes are stable, messages are not. */
export type OutboxErrorCode =
  /** The store could not read or write; `cause` says why. What was asked is not recorded. */
  | 'outbox_store_failed'
  /** Another process has the store open. */
  | 'outbox_store_locked'
  /** The outbox is closed. */
  | 'outbox_closed'
  /** No entry has this id. */
  | 'entry_not_found'
  /** The entry may be on its way, or already stored: it can be neither replaced nor dropped. */
  | 'entry_not_quarantined'
  /** A later entry needs the id of this one. */
  | 'entry_needed';

/** What the outbox, or one of its stores, could not do. */
export class OutboxError extends Error {
  /** Set here because minifiers rename classes, and logs show the name. */
  static override readonly name = 'OutboxError';
  override readonly name = 'OutboxError';

  constructor(
    readonly code: OutboxErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
