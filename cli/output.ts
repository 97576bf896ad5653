import type { Writable } from 'node:stream';
import { write } from './write.js';

const BATCH = 64 * 1024;

/** Buffers output and writes it in batches. Waits if the reader is slow. */
export class Output {
  /** Whether the reader has closed the stream. Later output is dropped. */
  closed = false;
  private pending = '';

  /**
   * @param beforeWrite a function called before each batch, to clear the progress line
   * @param form a function that converts text to characters that the terminal can display
   */
  constructor(
    private readonly stream: Writable,
    private readonly beforeWrite?: () => Promise<void>,
    private readonly form: (text: string) => string = (text) => text,
  ) {}

  /** Adds text. Callers must flush when `full`, and before they wait for input. */
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
    this.closed = !(await write(this.stream, this.form(text)));
  }
}
