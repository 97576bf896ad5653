import { Readable, Writable } from 'node:stream';
import type { Io } from '../../cli/command.js';

/** A stream that stores what is written to it. */
export class Sink extends Writable {
  text = '';

  constructor(readonly isTTY = false) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** A process's streams, with this text on stdin. */
export function memoryIo(input = '', env: Io['env'] = {}): Io & { readonly stdout: Sink; readonly stderr: Sink } {
  return {
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: new Sink(),
    stderr: new Sink(),
    env,
  };
}
