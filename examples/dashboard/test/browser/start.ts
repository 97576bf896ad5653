import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('serve.mjs', import.meta.url));

/** A browser's address, and the path of its executable, if known. */
export type Served = { address: string; executable?: string };

/**
 * Starts a browser in a separate process. `close` ends the browser and removes its files. Both also happen if this
 * process is killed.
 */
export async function startBrowser(
  env: Readonly<Record<string, string>> = {},
): Promise<{ served: Served; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'receipt-browser-'));
  // Detached, so that Ctrl-C in the terminal goes to the tests only, which then close the browser.
  const child = spawn(process.execPath, [SERVE, folder], {
    detached: true,
    env: { ...process.env, ...env, TMPDIR: folder },
    stdio: 'pipe',
  });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const close = async () => {
    child.stdin.end();
    await exited;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    return { served: JSON.parse(line) as Served, close };
  }
  const [code] = (await exited) as [number | null];
  throw new Error(`the browser did not start, exit code ${String(code)}: ${errors.trim()}`);
}
