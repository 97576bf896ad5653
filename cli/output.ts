import type { Writable } from 'node:stream';
import { write } from './write.js';

const BATCH = 64 * 1024;

/** Collects output and writes it in batches, no faster than the reader reads them. */
export class Output {
  /** Whether the reader has gone. Output after that is dropped. */
  closed = false;
  private pending = '';

  /** @param beforeWrite called before each batch, to remove the progress line from the terminal */
  constructor(
    private readonly stream: Writable,
    private readonly beforeWrite?: () => Promise<void>,
  ) {}

  /** Adds text; the caller flushes when `full`, and when it has to wait for input. */
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
