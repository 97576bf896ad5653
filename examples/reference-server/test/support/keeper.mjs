/**
 * A process that outlives its parent just long enough to clean up after it. It runs at most one program at a time for
 * its parent. When the parent exits or is killed, it stops that program and removes the folder in argv.
 *
 * It accepts the messages { run: { command, args, log, uid, gid, env } } and { signal }, and sends { exited: code }.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';

const GRACE_MS = 10_000;
const folder = process.argv[2];

let child;

process.on('message', ({ run, signal }) => {
  if (run) start(run);
  if (signal) child?.kill(signal);
});
process.on('disconnect', () => {
  if (!child) return finish();
  child.once('exit', finish);
  child.kill('SIGINT');
  setTimeout(() => child?.kill('SIGKILL'), GRACE_MS);
});

function start({ command, args, log, uid, gid, env }) {
  const output = openSync(log, 'a');
  const started = spawn(command, args, { uid, gid, env, cwd: folder, stdio: ['ignore', output, output] });
  closeSync(output);
  child = started;
  const ended = (code) => {
    if (child === started) child = undefined;
    if (process.connected) process.send({ exited: code });
  };
  started.once('exit', ended);
  started.once('error', () => ended(-1));
}

function finish() {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.exit();
}
