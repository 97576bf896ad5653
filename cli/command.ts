import type { Readable, Writable } from 'node:stream';
import type { Arguments } from './arguments.js';

/** The parts of the process that commands use. */
export interface Io {
  /** May be a getter, because merely reading `process.stdin` opens the stream. */
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** An option, as parsed and as shown by --help. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Whether the option may be repeated. */
  readonly multiple?: boolean;
  /** Placeholder for the value in the help, such as CC in `--country CC`. */
  readonly value?: string;
  /**
   * All allowed values, if there are few. The first value is the default or, for a boolean option, what the option
   * means without a value.
   */
  readonly choices?: readonly string[];
  readonly help: string;
}

/** A subcommand of `receipt-rules`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Usage text that follows the command's name, such as `[FILE…] --country CC`. */
  readonly usage: string;
  /** Help text between the usage and the options. */
  readonly details: string;
  /** Arguments of example command lines, shown at the end of the help. */
  readonly examples: readonly string[];
  /** The maximum number of positional arguments. */
  readonly maxPositionals: number;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** @returns the exit code */
  readonly run: (args: Arguments, io: Io) => Promise<number>;
}
