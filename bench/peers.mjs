/**
 * Measures how schema validators and a rule engine that users could choose instead, installed in peers/, validate the
 * same receipts.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installApart } from '../scripts/install-apart.mjs';
import { bundle, gzipBytes } from './bundles.mjs';
import { median, timed } from './measure.mjs';
import { receipt, ruleFaults, several, structureFaults } from './receipts.mjs';

const NAMES = ['receipt-rule-packs', 'ajv', 'typebox', 'arktype', 'zod', 'valibot', 'json-rules-engine'];
const SIZES = [1, 10, 100, 1000];
const START_UPS = 9;

const root = new URL('..', import.meta.url).pathname;
const fileOf = (name) => new URL(`./peers/${name}.mjs`, import.meta.url);

/** The name and version of a library, such as `zod 4.6.7`; only the name for this library. */
function title(name) {
  if (name === 'receipt-rule-packs') return name;
  const folder = name === 'typebox' ? '@sinclair/typebox' : name;
  return `${name} ${JSON.parse(readFileSync(new URL(`./peers/node_modules/${folder}/package.json`, import.meta.url), 'utf8')).version}`;
}

/**
 * Rows of {name, does, speed: [{lines, kind, ratio}], startUpMs, residentMiB, allocatedKiB, gzipKiB}; ratios are to
 * `JSON.parse`. The faults are structural, or rule violations for a library that does not check structure.
 */
export async function peerRows() {
  installApart(fileURLToPath(new URL('./peers/', import.meta.url)), 'the peers');
  const peers = await Promise.all(NAMES.map(async (name) => ({ name, ...(await import(fileOf(name))) })));
  const rows = peers.map(({ name, does }) => ({ name: title(name), does, speed: [] }));
  const runs = peers.map(({ create }) => create());
  for (const [kind, makers] of [
    ['valid', { structure: receipt, rules: receipt }],
    ['20 faults', { structure: structureFaults, rules: ruleFaults }],
  ]) {
    for (const lines of SIZES) {
      const texts = Object.entries(makers).map(([of, make]) => [
        of,
        several((seed) => JSON.stringify(make(lines, seed))),
      ]);
      const measured = Object.fromEntries(texts.map(([of, all]) => [of, (i) => JSON.parse(all[i % all.length])]));
      const documents = Object.fromEntries(texts.map(([of, all]) => [of, all.map((text) => JSON.parse(text))]));
      for (const [i, { name, judges = 'structure' }] of peers.entries()) {
        const all = documents[judges];
        for (const document of all) {
          if ((await runs[i](document)) !== (kind === 'valid'))
            throw new Error(`${name} returns a wrong verdict on ${kind} receipts of ${lines} lines`);
        }
        measured[i] = (n) => runs[i](all[n % all.length]);
      }
      const times = await timed(measured);
      for (const [i, { judges = 'structure' }] of peers.entries())
        rows[i].speed.push({ lines, kind, ratio: times[i] / times[judges] });
    }
  }
  const empty = resident();
  for (const [i, name] of NAMES.entries()) {
    rows[i].startUpMs = median(Array.from({ length: START_UPS }, () => startUp(name)));
    rows[i].residentMiB = resident(name) - empty;
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

/** How many milliseconds a process takes to import a peer and validate its first receipt. */
function startUp(name) {
  const started = process.hrtime.bigint();
  child([], `const { create } = await import('${fileOf(name)}'); await create()(${JSON.stringify(receipt(10))});`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

/** A process's resident MiB after its first receipt; without a peer, those of an empty process. */
function resident(name) {
  const judge =
    name === undefined
      ? ''
      : `const { create } = await import('${fileOf(name)}'); await create()(${JSON.stringify(receipt(10))});`;
  const code = `${judge} globalThis.gc(); console.log(process.memoryUsage().rss / 2 ** 20);`;
  return median(Array.from({ length: START_UPS }, () => Number(child(['--expose-gc'], code))));
}

/** KiB allocated to validate one receipt of ten lines, in a heap so large that no collection runs. */
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
