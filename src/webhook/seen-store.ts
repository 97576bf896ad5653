/** Remembers which events were handled, by `eventId`, so that each is handled once. */
export type SeenStore = {
  /**
   * Claims an event, atomically: of several calls at once, in any number of processes, exactly one resolves to `new`, and
   * the others to `busy` until `done` or `release` is called. `done` means that it was handled before.
   *
   * A process may end before it calls either. In a store that outlives it, let a claim lapse once it is older than
   * `onEvent` ever takes, or the event stays `busy` for good. Keep what is done for 24 hours: the service retries for 15.
   */
  claim(eventId: string): Promise<'new' | 'busy' | 'done'>;
  /** The event was handled. */
  done(eventId: string): Promise<void>;
  /** The event was not handled: the next delivery is `new`. */
  release(eventId: string): Promise<void>;
};
