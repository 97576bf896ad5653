/**
 * Processor time of `receipt-rules validate` on NDJSON, as a ratio to a process that reads the same lines and parses
 * each with `JSON.parse`: `node bench/cli.mjs [--mb 500] [--lines 10] [--rounds 3]`, after `npm run build`. Then
 * processor time and memory of `receipt-rules ledger` on 10,000 documents, as a ratio to `validate`; exits with 1 if a
 * limit of the ledger is exceeded.
 *
 * The processes take turns, so that a slower machine slows all of them. Each reports its own processor time and peak
 * memory (cpu-at-exit.mjs). Both times include start-up.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from './measure.mjs';
import { DOCUMENTS, receipt, several } from './receipts.mjs';

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

const LEDGER_DOCUMENTS = 10_000;
const LEDGER_LIMITS = { mib: 150, ratio: 2 };

/** Documents in one series, each with a separate identity; every tenth one is a refund of the one before. */
function ledgerDocument(i) {
  const isRefund = i % 10 === 9;
  const document = receipt(lines, (isRefund ? i - 1 : i) % DOCUMENTS);
  document.receiptNumber = `R-${i}`;
  document.source.externalId = `A-${i}`;
  document.extensions.se.sequenceNumber = i + 1;
  if (isRefund) {
    document.type = 'refund';
    document.linkedTransaction = { originalTransactionId: `A-${i - 1}`, reason: 'returned' };
  }
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

/** Runs the programs in turns. Prints the time and memory of each, and its ratio to the first. */
function compare(programs) {
  const figures = Object.entries(programs).map(([name, args]) => ({ name, args, runs: [] }));
  for (let round = 0; round < rounds; round++) for (const { args, runs } of figures) runs.push(measured(args, 0));
  const rows = figures.map(({ name, runs }) => {
    return { name, seconds: median(runs.map((each) => each.seconds)), mib: Math.max(...runs.map((each) => each.mib)) };
  });
  return rows.map(({ name, seconds, mib }) => {
    const ratio = seconds / rows[0].seconds;
    console.log(`${name.padEnd(34)} ${seconds.toFixed(2).padStart(7)} s  ${ratio.toFixed(2)} ×  ${mib.toFixed(0)} MiB`);
    return { mib, ratio };
  });
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
  console.log(`${(statSync(valid).size / 1e6).toFixed(0)} MB, receipts of ${lines} lines, Node ${process.version}`);
  compare(programs);

  const series = join(folder, 'series.ndjson');
  const documents = Array.from({ length: LEDGER_DOCUMENTS }, (_, i) => `${JSON.stringify(ledgerDocument(i))}\n`);
  writeFileSync(series, documents.join(''));
  const ofExternalId = ['--original-field', 'source.externalId', '--day-totals'];
  const [, book] = compare({
    [`validate, ${LEDGER_DOCUMENTS} documents`]: validate(series),
    'ledger, one in ten a refund': [at('../dist/cli/main.js'), 'ledger', series, '--country', 'SE', ...ofExternalId],
  });
  if (book.mib > LEDGER_LIMITS.mib || book.ratio > LEDGER_LIMITS.ratio) {
    console.log(`the ledger exceeds its limit of ${LEDGER_LIMITS.mib} MiB and ${LEDGER_LIMITS.ratio} ×`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
