#!/usr/bin/env node
import process from 'node:process';
import { run } from './run.js';

// The code is set rather than exit() called: output still on its way to a pipe would be lost.
process.exitCode = await run(process.argv.slice(2), {
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
});
