import type { Io } from './command.js';
import { InputError, readWhole } from './input.js';
import { UsageError } from './usage-error.js';

/** Reads the bytes of a webhook body. @throws UsageError if that fails */
export async function readBody(file: string, io: Io): Promise<Uint8Array> {
  try {
    return await readWhole(file, io);
  } catch (error) {
    throw error instanceof InputError ? new UsageError(error.message) : error;
  }
}
