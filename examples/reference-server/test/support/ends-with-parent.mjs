/** Loaded before the program of a test process: ends it when its parent is gone, killed or not. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
process.stdin.unref();
