/** Loads what the server is made of, and is the server from the first line on standard input on. */
import '../../src/server.js';

process.stdin.ref();
process.stdin.once('data', () => {
  process.stdin.unref();
  void import('../../src/main.js');
});
process.stdout.write('standing by\n');
