/**
 * A process that, on each message 'lock', tries to lock the folder in argv and reports whether it has the lock. It
 * releases the lock on 'unlock'.
 */
import { lockDirectory } from '../../src/database/embedded/directory-lock.js';

const folder = process.argv[2]!;
let unlock: (() => Promise<void>) | undefined;

process.on('message', (message) => {
  void (message === 'lock' ? lock() : release()).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());

async function lock(): Promise<boolean> {
  unlock = await lockDirectory(folder).catch(() => undefined);
  return unlock !== undefined;
}

async function release(): Promise<boolean> {
  await unlock?.();
  unlock = undefined;
  return true;
}
