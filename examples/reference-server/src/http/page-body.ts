import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/database.js';
import { LongBody, PIECE_BYTES } from './long-bodies.js';
import type { Release } from './memory.js';

/** Milliseconds without progress after which a client counts as stalled, and the memory for its page is released. */
const STALLED_MS = 500;

/** A document on a page. */
export interface PageEntry {
  readonly id: string;
  readonly body: string;
}

/** How to reserve memory for a page, and how to re-read a document on the page. */
export interface PageSource {
  /** Returns undefined if too little memory is free. */
  readonly tryHold: (bytes: number) => Release | undefined;
  readonly read: (id: string) => Promise<string>;
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean;
}

/** Milliseconds between checks whether memory is free or the database is available again. */
const POLL_MS = 50;

/** A page: the JSON before its documents, the documents, and the JSON after them. */
export interface PageText {
  readonly head: string;
  readonly entries: readonly PageEntry[];
  readonly end: string;
}

/** The response body for a page, in one piece if it is small enough for a socket to accept at once. */
export function pageBody(page: PageText, source: PageSource): Buffer | LongBody {
  const { head, entries, end } = page;
  const documents = entries.map(({ id, body }, i) => {
    const bytes = Buffer.from(i === 0 ? body : `,${body}`);
    return { id, first: i === 0, length: bytes.length, bytes };
  });
  const own = documents.reduce((sum, { length }) => sum + length, 0);
  const length = Buffer.byteLength(head) + own + Buffer.byteLength(end);
  if (length > PIECE_BYTES) return new LongBody(inPieces(head, documents, own, end, source), 0, length);
  return Buffer.concat([Buffer.from(head), ...documents.map(({ bytes }) => bytes), Buffer.from(end)]);
}

interface PageDocument {
  readonly id: string;
  readonly first: boolean;
  readonly length: number;
  /** Includes the comma. Undefined while the bytes are not in memory. */
  bytes: Buffer | undefined;
}

/**
 * The bytes of a page, one piece at a time. While the client is stalled, only one piece is in memory; because documents
 * never change, the rest is re-read on demand.
 */
async function* inPieces(
  head: string,
  documents: readonly PageDocument[],
  own: number,
  end: string,
  { tryHold, read, isGone }: PageSource,
): AsyncGenerator<Buffer> {
  // Keeps all documents in memory, or as many as fit, starting with the first, because each re-read costs a statement.
  let inMemory = documents.length;
  let release = tryHold(own);
  while (release === undefined && inMemory > 1) {
    inMemory >>= 1;
    release = tryHold(documents.slice(0, inMemory).reduce((sum, { length }) => sum + length, 0));
  }
  const drop = () => {
    for (const document of documents) document.bytes = undefined;
    release?.();
    release = undefined;
  };
  if (release === undefined) drop();
  else for (const document of documents.slice(inMemory)) document.bytes = undefined;
  let timer: NodeJS.Timeout | undefined;
  const stalled = () => (timer = setTimeout(drop, STALLED_MS).unref());
  try {
    yield Buffer.from(head);
    for (const document of documents) {
      for (let at = 0; at < document.length; at += PIECE_BYTES) {
        if (document.bytes === undefined) {
          drop();
          while ((release = tryHold(document.length)) === undefined) {
            if (isGone()) return;
            await sleep(POLL_MS);
          }
          const body = await readAgain(document.id, read, isGone);
          document.bytes = Buffer.from(document.first ? body : `,${body}`);
        }
        // Makes a copy, because a slice would retain the whole document in memory.
        const piece = Buffer.from(document.bytes.subarray(at, at + PIECE_BYTES));
        stalled();
        yield piece;
        clearTimeout(timer);
      }
      document.bytes = undefined;
    }
    yield Buffer.from(end);
  } finally {
    clearTimeout(timer);
    drop();
  }
}

/**
 * The status has already been sent, so the response can no longer be 503. Waits for the database as long as the client
 * waits. Both client and server give up if nothing is sent for a long time.
 */
async function readAgain(id: string, read: PageSource['read'], isGone: () => boolean): Promise<string> {
  for (;;) {
    try {
      return await read(id);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || isGone()) throw error;
      await sleep(POLL_MS);
    }
  }
}
