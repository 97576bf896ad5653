import type { Io } from './command.js';
import { InputError, readWhole } from './input.js';
import { UsageError } from './usage-error.js';

/** The bytes of a webhook body. @throws UsageError if they cannot be read */
export async function readBody(file: string, io: Io): Promise<Uint8Array> {
  try {
    return await readWhole(file, io);
  } catch (error) {
    throw error instanceof InputError ? new UsageError(error.message) : error;
  }
}
