import type { Readable, Writable } from 'node:stream';
import type { Arguments } from './arguments.js';

/** The parts of a process that commands use. */
export interface Io {
  /** A getter: in Node, reading the property stdin opens it. */
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** An option, for parsing and for --help. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Whether it may be repeated. */
  readonly multiple?: boolean;
  /** The name of the value in the help: `--country CC`. */
  readonly value?: string;
  /** The allowed values, if there are only a few. The first is the default. */
  readonly choices?: readonly string[];
  readonly help: string;
}

/** One command of the command line. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The usage after the command's name: `[FILE…] --country CC`. */
  readonly usage: string;
  /** The rest of the help. */
  readonly details: string;
  /** The maximum number of positional arguments. */
  readonly maxPositionals: number;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** @returns the exit code */
  readonly run: (args: Arguments, io: Io) => Promise<number>;
}
