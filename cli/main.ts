#!/usr/bin/env node
import process from 'node:process';
import { run } from './run.js';

// Sets the exit code instead of calling exit(), which would lose output not yet written to a pipe.
process.exitCode = await run(process.argv.slice(2), {
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
});
