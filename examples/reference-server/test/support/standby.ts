/** Loads the modules of the server, and becomes the server at the first line on standard input. */
import '../../src/server.js';

process.stdin.ref();
process.stdin.once('data', () => {
  process.stdin.unref();
  void import('../../src/main.js');
});
process.stdout.write('standing by\n');
