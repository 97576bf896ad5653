/** The same receipts through schema validators and a rule engine: what users would otherwise reach for. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundle, gzipBytes } from './bundles.mjs';
import { median, timed } from './measure.mjs';
import { receipt, structureFaults } from './receipts.mjs';

const NAMES = ['receipt-rule-packs', 'ajv', 'typebox', 'arktype', 'zod', 'valibot', 'json-rules-engine'];
const SIZES = [1, 10, 100, 1000];
const START_UPS = 9;

const root = new URL('..', import.meta.url).pathname;
const fileOf = (name) => new URL(`./peers/${name}.mjs`, import.meta.url);

/** `zod 4.6.7`; our own without a version. */
function title(name) {
  if (name === 'receipt-rule-packs') return name;
  const folder = name === 'typebox' ? '@sinclair/typebox' : name;
  return `${name} ${JSON.parse(readFileSync(new URL(`../node_modules/${folder}/package.json`, import.meta.url), 'utf8')).version}`;
}

/** Rows of {name, does, speed: [{lines, kind, ratio}], startUpMs, allocatedKiB, gzipKiB}; ratios are to `JSON.parse`. */
export async function peerRows() {
  const peers = await Promise.all(NAMES.map(async (name) => ({ name, ...(await import(fileOf(name))) })));
  const rows = peers.map(({ name, does }) => ({ name: title(name), does, speed: [] }));
  const runs = peers.map(({ create }) => create());
  for (const [kind, make] of [
    ['valid', receipt],
    ['20 faults', structureFaults],
  ]) {
    for (const lines of SIZES) {
      const text = JSON.stringify(make(lines));
      const document = JSON.parse(text);
      const measured = { parse: () => JSON.parse(text) };
      for (const [i, { name, rulesOnly = false }] of peers.entries()) {
        if (rulesOnly && kind !== 'valid') continue;
        if ((await runs[i](document)) !== (kind === 'valid'))
          throw new Error(`${name} misjudges ${kind} receipts of ${lines} lines`);
        measured[i] = () => runs[i](document);
      }
      const times = await timed(measured);
      rows.forEach((row, i) => {
        if (measured[i] !== undefined) row.speed.push({ lines, kind, ratio: times[i] / times.parse });
      });
    }
  }
  for (const [i, name] of NAMES.entries()) {
    rows[i].startUpMs = median(Array.from({ length: START_UPS }, () => startUp(name)));
    rows[i].allocatedKiB = allocated(name);
    rows[i].gzipKiB = gzipBytes(await bundle(`export { create } from '${fileOf(name).pathname}'`, root)) / 1024;
  }
  return rows;
}

function child(flags, code) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, '--no-warnings', '--input-type=module', '--eval', code],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Milliseconds of a process that imports a peer and judges its first receipt. */
function startUp(name) {
  const started = process.hrtime.bigint();
  child([], `const { create } = await import('${fileOf(name)}'); await create()(${JSON.stringify(receipt(10))});`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

/** KiB that judging one receipt of ten lines allocates, in a heap too large to be collected meanwhile. */
function allocated(name) {
  const code = `const { create } = await import('${fileOf(name)}');
    const run = create();
    const document = ${JSON.stringify(receipt(10))};
    for (let i = 0; i < 3000; i++) await run(document);
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 1000; i++) { const verdict = run(document); if (verdict instanceof Promise) await verdict; }
    console.log((process.memoryUsage().heapUsed - before) / 1000 / 1024);`;
  return Number(child(['--expose-gc', '--max-semi-space-size=512', '--min-semi-space-size=512'], code));
}
