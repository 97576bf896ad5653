import { UsageError as LibraryUsageError } from '../src/usage/usage-error.js';

/** A mistake in the command line. The message goes to stderr, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Calls a library function, and converts its usage errors to usage errors of the command line. */
export async function usageFaults<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof LibraryUsageError ? new UsageError(`${inWordsOfTheCommand(error.message)}.`) : error;
  }
}

/** Replaces the library's option names with the command-line options. */
const inWordsOfTheCommand = (message: string): string =>
  message.replace(/^options\.(event|timestamp|nonce)\b/, '--$1').replace(/^options\./, '');
