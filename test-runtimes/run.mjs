/**
 * Runs the packed library on every supported runtime, and prints the results.
 *
 * npm run test:runtimes -- [--allow-missing] [NAME…]
 *
 * NAME selects the runtimes with that text in their name; by default all run. Exits with 1 if a check fails, or if a
 * runtime is not available on this machine, unless --allow-missing is given.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installApart } from '../scripts/install-apart.mjs';
import packAndInstall from '../test/package/install.ts';
import { NotAvailable } from './available.mjs';
import { report } from './report.mjs';
import { RUNTIMES } from './runtimes.mjs';

/** Long enough to end only a runtime that hangs, because `next build` takes minutes on a busy machine. */
const SECONDS_PER_RUNTIME = 900;

const { values: options, positionals: names } = readArguments();
const isChosen = (runtime) => names.some((name) => runtime.name.toLowerCase().includes(name.toLowerCase()));
const chosen = names.length === 0 ? RUNTIMES : RUNTIMES.filter(isChosen);
if (chosen.length === 0) {
  process.stderr.write(`No runtime is called ${names.join(' or ')}: ${RUNTIMES.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}

// Browsers and workerd unpack files into the temporary folder, so give them one that is removed afterwards.
const scratch = mkdtempSync(join(tmpdir(), 'test-runtimes-'));
process.env.TMPDIR = scratch;
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

installApart(import.meta.dirname, 'the runtimes, about a gigabyte');
const consumer = packIntoProject();
const outcomes = [];
for (const runtime of chosen) {
  process.stderr.write(`${runtime.name} …\n`);
  outcomes.push({ runtime, ...(await outcomeOf(runtime)) });
}
process.exit(report(outcomes, { allowMissing: options['allow-missing'] }) ? 0 : 1);

function readArguments() {
  try {
    return parseArgs({ options: { 'allow-missing': { type: 'boolean', default: false } }, allowPositionals: true });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** The folder of a project that has installed the tarball, as in the package tests. */
function packIntoProject() {
  const provided = {};
  const teardown = packAndInstall({ provide: (name, value) => (provided[name] = value) });
  process.on('exit', teardown);
  return provided.consumer;
}

/** Runs the suite on a runtime and returns its summary, or `missing`. Any error counts as a failure of that runtime. */
async function outcomeOf({ name, engine, run }) {
  const folder = mkdtempSync(join(scratch, 'project-'));
  try {
    cpSync(consumer, folder, { recursive: true, verbatimSymlinks: true });
    for (const file of ['smoke.mjs', 'print.mjs']) cpSync(join(import.meta.dirname, file), join(folder, file));
    const { version, summary } = await run({ folder, signal: AbortSignal.timeout(SECONDS_PER_RUNTIME * 1000) });
    if (summary.engine === engine) return { version, summary: { ...summary, passed: summary.passed + 1 } };
    const failure = { name: 'engine', message: `expected ${engine} to sign, found ${summary.engine}` };
    return { version, summary: withFailure(summary, failure) };
  } catch (error) {
    if (error instanceof NotAvailable) return { missing: error.message };
    const message = /^(?:Abort|Timeout)Error$/.test(error.name)
      ? `no answer within ${SECONDS_PER_RUNTIME} s`
      : String(error.stack ?? error);
    return { summary: withFailure({ passed: 0, failed: 0, failures: [] }, { name: `running on ${name}`, message }) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function withFailure({ failed, failures, ...rest }, failure) {
  return { ...rest, failed: failed + 1, failures: [...failures, failure] };
}
