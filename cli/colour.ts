import type { Io } from './command.js';

/** Whether to write in colour: on a terminal that supports it, unless NO_COLOR is set (https://no-color.org). */
export function wantsColour({ stdout, env }: Pick<Io, 'stdout' | 'env'>): boolean {
  return stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}
