import { installed } from './available.mjs';
import { inChromium } from './chromium.mjs';
import { commandLine } from './command-line.mjs';
import { inNext } from './nextjs.mjs';
import { inWorkerd } from './workerd.mjs';

const node = (name) => () => {
  const files = { 'linux-x64': `${name}-linux-x64/bin/node`, 'linux-arm64': `${name}-linux-arm64/bin/node` };
  return [installed(files)];
};

// The baseline build runs on every x64 processor.
const bun = () => {
  const files = {
    'linux-x64': '@oven/bun-linux-x64-baseline/bin/bun',
    'linux-arm64': '@oven/bun-linux-aarch64/bin/bun',
  };
  return [installed(files), 'run', '--no-install'];
};

// Grants no permissions.
const deno = () => {
  const files = { 'linux-x64': '@deno/linux-x64-glibc/deno', 'linux-arm64': '@deno/linux-arm64-glibc/deno' };
  return [installed(files), 'run', '--no-prompt', '--cached-only', '--no-lock', '--node-modules-dir=manual'];
};

/** Every runtime, with the crypto engine that it must use, and how to run the suite on it. */
export const RUNTIMES = [
  // The oldest Node version that package.json allows lacks process.getBuiltinModule.
  { name: 'Node 20, oldest', engine: 'WebCrypto', run: commandLine(node('node-20-oldest')) },
  { name: 'Node 20', engine: 'node:crypto', run: commandLine(node('node-20')) },
  { name: 'Node 20, CommonJS', engine: 'node:crypto', run: commandLine(node('node-20'), { commonJs: true }) },
  { name: 'Node 22', engine: 'node:crypto', run: commandLine(node('node-22')) },
  { name: 'Node 24', engine: 'node:crypto', run: commandLine(node('node-24')) },
  { name: 'Node 26', engine: 'node:crypto', run: commandLine(node('node-26')) },
  { name: 'Node 26, CommonJS', engine: 'node:crypto', run: commandLine(node('node-26'), { commonJs: true }) },
  { name: 'Bun', engine: 'node:crypto', run: commandLine(bun) },
  { name: 'Bun, CommonJS', engine: 'node:crypto', run: commandLine(bun, { commonJs: true }) },
  { name: 'Deno', engine: 'node:crypto', run: commandLine(deno) },
  { name: 'Deno, CommonJS', engine: 'node:crypto', run: commandLine(deno, { commonJs: true }) },
  { name: 'Deno without process', engine: 'WebCrypto', run: commandLine(deno, { args: ['--without-process'] }) },
  { name: 'workerd', engine: 'WebCrypto', run: inWorkerd([]) },
  { name: 'workerd with nodejs_compat', engine: 'node:crypto', run: inWorkerd(['nodejs_compat']) },
  { name: 'Next.js, a route', engine: 'node:crypto', run: inNext },
  { name: 'Chromium, page', engine: 'WebCrypto', run: inChromium('page') },
  { name: 'Chromium, worker', engine: 'WebCrypto', run: inChromium('worker') },
];
