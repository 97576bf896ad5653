import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEEPER = fileURLToPath(new URL('keeper.mjs', import.meta.url));

/** How to start a program. */
export type Program = {
  command: string;
  args: readonly string[];
  /** The file to which its output is appended. */
  log: string;
  uid?: number;
  gid?: number;
  env: NodeJS.ProcessEnv;
};

/** A temporary folder. A separate process removes it, even if this process is killed. */
export type Scratch = {
  folder: string;
  /** Starts a program. `exited` resolves to its exit code: null if a signal ended it, −1 if it could not start. */
  run: (program: Program) => { exited: Promise<number | null> };
  /** Sends a signal to the running program. */
  signal: (signal: NodeJS.Signals) => void;
  /** Stops the program, and removes the folder. Resolves when both are gone. */
  remove: () => Promise<void>;
};

/** Creates a temporary folder that other users can traverse but not list. */
export async function makeScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'receipt-server-'));
  await chmod(folder, 0o711);
  // Detached, so that Ctrl-C in the terminal reaches only the tests, which then end the keeper.
  const keeper = fork(KEEPER, [folder], { execArgv: [], detached: true, stdio: 'ignore', cwd: tmpdir() });
  const gone = once(keeper, 'exit');
  return {
    folder,
    run(program) {
      const exited = new Promise<number | null>((resolve) => {
        keeper.once('message', (message: { exited: number | null }) => resolve(message.exited));
      });
      keeper.send({ run: program });
      return { exited };
    },
    signal: (signal) => void keeper.send({ signal }),
    async remove() {
      if (keeper.connected) keeper.disconnect();
      await gone;
    },
  };
}
