import type { Writable } from 'node:stream';

/**
 * Writes a text and waits until it is passed on. Resolves to false where the reader has gone, as under `| head`; rejects
 * where the stream fails for another reason, such as a full disk.
 */
export function write(stream: Writable, text: string): Promise<boolean> {
  if (stream.destroyed || stream.writableEnded) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    // Node tells of a write that failed in the callback and, a little later, in an event, which without listener kills.
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
  // Told by the callback already.
}
