/** Loaded before the program of a test process: ends it when its parent exits or is killed. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
process.stdin.unref();
