/** Loaded before a test process's program. Ends the process when its parent exits or is killed. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
process.stdin.unref();
