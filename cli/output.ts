import type { Writable } from 'node:stream';
import { write } from './write.js';

const BATCH = 64 * 1024;

/** Buffers output and writes it in batches, no faster than the reader reads. */
export class Output {
  /** Whether the reader has gone. Later output is dropped. */
  closed = false;
  private pending = '';

  /** @param beforeWrite called before each batch, to clear the progress line */
  constructor(
    private readonly stream: Writable,
    private readonly beforeWrite?: () => Promise<void>,
  ) {}

  /** Adds text. Callers flush when `full`, and before they wait for input. */
  add(text: string): void {
    this.pending += text;
  }

  get full(): boolean {
    return this.pending.length >= BATCH;
  }

  async flush(): Promise<void> {
    if (this.pending === '' || this.closed) return;
    const text = this.pending;
    this.pending = '';
    await this.beforeWrite?.();
    this.closed = !(await write(this.stream, text));
  }
}
