import { UsageError as LibraryUsageError } from '../src/usage/usage-error.js';

/** Wrong use of the command line: the message goes to stderr, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs a function of the library, and turns its usage errors into usage errors of the command line. */
export async function usageFaults<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof LibraryUsageError ? new UsageError(`${inWordsOfTheCommand(error.message)}.`) : error;
  }
}

/** Rewrites option names to the command line's spelling. */
const inWordsOfTheCommand = (message: string): string =>
  message.replace(/^options\.(event|timestamp|nonce)\b/, '--$1').replace(/^options\./, '');
