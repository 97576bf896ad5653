import { hashToken, newToken } from 'receipt-reference-server/credentials/token.js';

/** Validity of a ticket in milliseconds. */
export const TICKET_MS = 600_000;

/** The form of a ticket. */
export const TICKET = /^[\w-]{20,100}$/;

/** Tickets, each of which signs in once. They exist only in the memory of this process. */
export interface Tickets {
  /** A new ticket. */
  readonly issue: () => string;
  /** Whether a ticket is valid. Invalidates it. */
  readonly redeem: (ticket: string) => boolean;
}

/** @param now milliseconds on a clock that never goes back */
export function createTickets(now = () => performance.now()): Tickets {
  const ends = new Map<string, number>();
  return {
    issue: () => {
      const ticket = newToken('');
      ends.set(hashToken(ticket), now() + TICKET_MS);
      return ticket;
    },
    redeem: (ticket) => {
      const key = hashToken(ticket);
      const end = ends.get(key);
      ends.delete(key);
      return end !== undefined && now() < end;
    },
  };
}
