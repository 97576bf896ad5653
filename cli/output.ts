import type { Writable } from 'node:stream';
import { write } from './write.js';

const BATCH = 64 * 1024;

/** Collects what is written and passes it on in batches, no faster than the reader takes them. */
export class Output {
  /** Whether the reader has gone: what is written from then on goes nowhere. */
  closed = false;
  private pending = '';

  /** @param beforeWrite called before each batch, to clear away what stands on the terminal */
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
