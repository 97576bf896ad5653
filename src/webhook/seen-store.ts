/** Remembers handled events by `eventId`, so that each is handled once. */
export type SeenStore = {
  /**
   * Claims an event, atomically: of concurrent calls, in any number of processes, exactly one resolves to `new`, and
   * the others to `busy` until `done` or `release` is called. `done` means that the event has already been handled.
   *
   * A process may end before it calls either. In a persistent store, let a claim expire once it is older than the
   * longest `onEvent`; otherwise the event stays `busy` forever. Keep handled events for 24 hours: the service retries
   * for 15.
   */
  claim(eventId: string): Promise<'new' | 'busy' | 'done'>;
  /** Records that the event was handled. */
  done(eventId: string): Promise<void>;
  /** Releases the claim on an event that was not handled: the next delivery is `new`. */
  release(eventId: string): Promise<void>;
};
