/**
 * Processor time of `receipt-rules validate` on NDJSON, as a ratio to a process that reads the same lines and parses
 * each with `JSON.parse`: `node bench/cli.mjs [--mb 500] [--lines 10] [--rounds 3]`, after `npm run build`.
 *
 * The processes take turns, so that a slower machine slows all of them. Each reports its own processor time and peak
 * memory (cpu-at-exit.mjs). Both times include start-up.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from './measure.mjs';
import { receipt, several } from './receipts.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '50' },
    lines: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
const [megabytes, lines, rounds] = [values.mb, values.lines, values.rounds].map(Number);

/** One warning per document. */
function warned(seed) {
  const document = receipt(lines, seed);
  document.extensions.se.controlCode = document.extensions.se.controlCode.slice(0, -1);
  return document;
}

function writeLines(file, documents) {
  const all = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  const block = all.repeat(Math.ceil(2 ** 20 / all.length));
  const handle = openSync(file, 'w');
  for (let left = megabytes * 1e6; left > 0; left -= Buffer.byteLength(block)) writeSync(handle, block);
  closeSync(handle);
  return file;
}

/** Runs a Node program. Returns its processor seconds and peak memory in MiB. */
function measured(args, status) {
  const flags = ['--import', new URL('cpu-at-exit.mjs', import.meta.url).href];
  const stdio = ['ignore', 'ignore', 'pipe'];
  const run = spawnSync(process.execPath, [...flags, ...args], { stdio, encoding: 'utf8', maxBuffer: 2 ** 20 });
  if (run.status !== status) throw new Error(`${args.join(' ')} ended with ${run.status}: ${run.stderr}`);
  return JSON.parse(run.stderr.trimEnd().split('\n').at(-1));
}

const folder = mkdtempSync(join(tmpdir(), 'receipt-bench-'));
try {
  const valid = writeLines(
    join(folder, 'valid.ndjson'),
    several((seed) => receipt(lines, seed)),
  );
  const warning = writeLines(join(folder, 'warning.ndjson'), several(warned));
  const validate = (file, ...options) => [at('../dist/cli/main.js'), 'validate', file, '--country', 'SE', ...options];
  const programs = {
    'JSON.parse loop': [at('parse-lines.mjs'), valid],
    'validate, valid documents': validate(valid),
    'validate, one warning a document': validate(warning),
    'the same, --format json': validate(warning, '--format', 'json'),
    'the same, --summary': validate(warning, '--summary'),
  };
  const figures = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(programs)) figures[name].push(measured(args, 0));
  }
  const seconds = (name) => median(figures[name].map((each) => each.seconds));
  const base = seconds('JSON.parse loop');
  console.log(`${(statSync(valid).size / 1e6).toFixed(0)} MB, receipts of ${lines} lines, Node ${process.version}`);
  for (const name of Object.keys(programs)) {
    const memory = Math.max(...figures[name].map((each) => each.mib));
    const ratio = (seconds(name) / base).toFixed(2);
    console.log(`${name.padEnd(34)} ${seconds(name).toFixed(2).padStart(7)} s  ${ratio} ×  ${memory.toFixed(0)} MiB`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
