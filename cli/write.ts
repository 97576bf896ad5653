import type { Writable } from 'node:stream';

/**
 * Writes to a stream, and waits for the write to finish. Resolves to false if the reader, such as `head`, has closed
 * the stream. Rejects if the stream fails for another reason, such as a full disk.
 */
export function write(stream: Writable, text: string | Uint8Array): Promise<boolean> {
  if (stream.destroyed || stream.writableEnded) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    // Node reports a failed write to the callback and, slightly later, as an event, which ends the process if it has no
    // listener.
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
