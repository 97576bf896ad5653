import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/database.js';
import { LongBody, PIECE_BYTES } from './long-bodies.js';
import type { Release } from './memory.js';

/** Milliseconds without progress after which a client counts as stalled, and its memory is released. */
const STALLED_MS = 500;

/** A document on a page. */
export interface PageEntry {
  readonly id: string;
  readonly body: string;
}

/** The memory of a page, and how to re-read a document on it. */
export interface PageSource {
  /** Undefined if too little is free. */
  readonly tryHold: (bytes: number) => Release | undefined;
  readonly read: (id: string) => Promise<string>;
  /** Whether the client has gone. */
  readonly isGone: () => boolean;
}

/** Milliseconds between checks for free memory, or for a database that is available again. */
const POLL_MS = 50;

/** A page as its head, its documents, and its end. */
export interface PageText {
  readonly head: string;
  readonly entries: readonly PageEntry[];
  readonly end: string;
}

/** The body of a page: in one piece if a socket accepts it at once. */
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
  /** Includes the comma. Undefined while not in memory. */
  bytes: Buffer | undefined;
}

/**
 * The bytes of a page, one piece at a time. While its client is stalled, only one piece is in memory: documents never
 * change, so the rest is re-read on demand.
 */
async function* inPieces(
  head: string,
  documents: readonly PageDocument[],
  own: number,
  end: string,
  { tryHold, read, isGone }: PageSource,
): AsyncGenerator<Buffer> {
  // Keeps all of it, or as much from its beginning as memory allows: re-reading costs a statement.
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
        // A copy, because a slice would keep the whole document in memory.
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
 * Its status has been sent, so a page cannot end with 503: waits for the database for as long as the client waits. Clients
 * and the server both give up if nothing is sent for long.
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
