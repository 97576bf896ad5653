import { Readable } from 'node:stream';
import type { ServerResponse } from 'node:http';

/**
 * A response that is longer than this, in bytes, counts towards the memory budget and is written in pieces of this
 * length. A socket accepts a shorter response at once.
 */
export const PIECE_BYTES = 65_536;

/** A response body sent in pieces; `bytes` of the memory budget stay reserved until the response ends. */
export class LongBody extends Readable {
  readonly #source: AsyncIterator<Uint8Array>;

  /** @param length the total length in bytes, if known */
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

/**
 * A client must read at least 4 KiB of a response per second, measured over 30 s. Socket buffers can hold more than the
 * minimum for one interval (120 KiB), so `watch` does not check the first interval.
 */
const WATCH_MS = 30_000;
const MIN_BYTES_PER_S = 4_096;

/** Closes the connection if the client reads too slowly. The first check is after 60 s. */
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
