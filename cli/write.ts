import type { Writable } from 'node:stream';

/**
 * Writes a text and waits until it is written. Resolves to false if the reader has gone, as with `| head`. Rejects if
 * the stream fails for another reason, such as a full disk.
 */
export function write(stream: Writable, text: string): Promise<boolean> {
  if (stream.destroyed || stream.writableEnded) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    // Node reports a failed write in the callback and, slightly later, in an event, which ends the process if nothing
    // listens to it.
    if (stream.listenerCount('error', ignore) === 0) stream.on('error', ignore);
    stream.write(text, (error) => {
      if (error && !isGone(error)) reject(error);
      else resolve(!error);
    });
  });
}

function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_DESTROYED';
}

function ignore(): void {
  // The callback has already reported it.
}
