/** Wrong use of the command line: the message goes to stderr, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs a function of the library. Its TypeErrors are about arguments of the command line. */
export async function usageFaults<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`${error.message}.`) : error;
  }
}
