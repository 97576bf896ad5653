import type { Entry, Failure, Summary } from '../entry.js';

/** A report format. Each call returns the text to write next, so that only that text is in memory. */
export interface Reporter {
  start(): string;
  entry(entry: Entry): string;
  failure(failure: Failure): string;
  finish(summary: Summary): string;
}
