import { Readable } from 'node:stream';
import type { ServerResponse } from 'node:http';

/** From this size in bytes, a response counts in the memory budget and is written in pieces. Sockets accept less at once. */
export const PIECE_BYTES = 65_536;

/**
 * A response that is read while it is written; `bytes` stay reserved meanwhile.
 */
export class LongBody extends Readable {
  readonly #source: AsyncIterator<Uint8Array>;

  /** @param length the total bytes, if known */
  constructor(
    source: AsyncIterable<Uint8Array>,
    readonly bytes: number,
    readonly length?: number,
  ) {
    super({ highWaterMark: 1 });
    this.#source = source[Symbol.asyncIterator]();
  }

  override _read(): void {
    this.#source.next().then(
      ({ value, done }) => this.push(done === true ? null : value),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#source.return?.();
    done(error);
  }
}

export async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** A response must progress by this many bytes in this time: 4 KiB a second. A socket buffers more, so the first interval is free. */
const WATCH_MS = 30_000;
const MIN_BYTES_PER_S = 4_096;

/** Ends the connection if its client reads too slowly: from 60 s on, under 4 KiB a second in the last 30 s. */
export function watch(response: ServerResponse, watchMs = WATCH_MS): void {
  const { socket } = response;
  if (socket === null) return;
  const sent = () => socket.bytesWritten - socket.writableLength;
  let before = -Infinity;
  const timer = setInterval(() => {
    const now = sent();
    if (now - before < (MIN_BYTES_PER_S * watchMs) / 1_000) socket.destroy();
    before = now;
  }, watchMs);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}
