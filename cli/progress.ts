import type { Io } from './command.js';
import { printable } from '../src/text/printable.js';
import { write } from './write.js';

const QUIET_MS = 500;
const INTERVAL_MS = 200;
const CLEAR_LINE = '\r\u001b[K';

/** The progress so far. */
export interface Done {
  readonly source: string;
  readonly documents: number;
  readonly bytes: number;
  /** The fraction of the current file that has been read, 0 to 1; undefined if its size is unknown. */
  readonly part: number | undefined;
}

/**
 * A progress line on stderr, shown only if stderr is a terminal and the run takes longer than half a second. There is
 * no timer: the code that reads the input calls `tell` regularly.
 */
export class Progress {
  private readonly begin: number;
  private shownAt: number;
  private visible = false;

  constructor(
    private readonly stderr: Io['stderr'],
    private readonly now: () => number = () => performance.now(),
    private readonly env: Io['env'] = process.env,
  ) {
    this.begin = now();
    this.shownAt = this.begin + QUIET_MS - INTERVAL_MS;
  }

  async tell(done: Done): Promise<void> {
    if (!this.stderr.isTTY || this.env.TERM === 'dumb') return;
    const now = this.now();
    if (now - this.shownAt < INTERVAL_MS) return;
    this.shownAt = now;
    this.visible = true;
    await write(this.stderr, CLEAR_LINE + progressLine(done, (now - this.begin) / 1000));
  }

  /** Clears the line to make room for other output. */
  async hide(): Promise<void> {
    if (!this.visible) return;
    this.visible = false;
    await write(this.stderr, CLEAR_LINE);
  }
}

function progressLine({ source, documents, bytes, part }: Done, seconds: number): string {
  const count = (number: number) => Math.round(number).toLocaleString('en');
  const share = part === undefined ? '' : `  ${Math.floor(part * 100)} %`;
  const speed = `${count(documents / seconds)}/s`;
  const line = `${count(documents)} documents  ${(bytes / 1e6).toFixed(1)} MB${share}  ${speed}  ${source}`;
  // Truncates the line to 79 characters, because a wrapped line could not be cleared.
  return printable(line).slice(0, 79);
}
