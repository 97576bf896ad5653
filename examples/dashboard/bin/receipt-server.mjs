#!/usr/bin/env node
/** Runs the server that `npm run build:server` has bundled. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const bundle = join(ROOT, 'dist-server', 'receipt-server.mjs');

if (existsSync(bundle)) {
  await import(pathToFileURL(bundle).href);
} else {
  console.error(`The server is not bundled yet. Run "npm run build:server" in ${ROOT} first`);
  process.exitCode = 2;
}
