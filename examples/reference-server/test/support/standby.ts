/** Loads the server's modules, and becomes the server when the first line arrives on standard input. */
import '../../src/server.js';

process.stdin.ref();
process.stdin.once('data', () => {
  process.stdin.unref();
  void import('../../src/main.js');
});
process.stdout.write('standing by\n');
