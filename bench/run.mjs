/** Measures everything, prints the figures, and writes them to bench/README.md and its charts. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { BUNDLES, WHOLE_COMPLETE, bundle, gzipBytes } from './bundles.mjs';
import { barChart } from './chart.mjs';
import { COMPLETE_LIMIT, completeRatios } from './complete.mjs';
import { START_UP_LIMIT, startUpRatio } from './start-up.mjs';
import { validateRatios } from './validate.mjs';
import { VERIFY_LIMIT, verifyRatios } from './webhook.mjs';

const here = new URL('.', import.meta.url);
const fixed = (value, digits = 2) => (value === undefined ? '' : value.toFixed(digits));
const verdict = (value, limit) => (value <= limit ? 'within' : 'above');

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** In a separate process, so that the memory of other libraries does not affect other figures. */
function peerRows() {
  const code = `import { peerRows } from '${new URL('peers.mjs', here)}'; console.log(JSON.stringify(await peerRows()));`;
  const flags = ['--no-warnings', '--input-type=module', '--eval'];
  return JSON.parse(execFileSync(process.execPath, [...flags, code], { cwd: here, encoding: 'utf8' }));
}

/** The cost of a further line in long receipts, relative to short ones: 1 is linear. */
function growth(rows) {
  const perLine = (kind, from, to) => {
    const [a, b] = [from, to].map((lines) => rows.find((row) => row.kind === kind && row.lines === lines));
    return (b.ns - a.ns) / (to - from);
  };
  const [early, late] = [perLine('valid', 10, 100), perLine('valid', 100, 1000)];
  return `A further line of a valid receipt costs ${fixed(early, 0)} ns between 10 and 100 lines, and ${fixed(late, 0)} ns between 100 and 1,000: ${fixed(late / early)} times as much.`;
}

const peers = peerRows();
const validate = validateRatios();
const completed = completeRatios();
const verify = await verifyRatios();
const start = startUpRatio();
const bundles = await Promise.all(
  [...BUNDLES, WHOLE_COMPLETE].map(async ({ name, limitKiB, code }) => ({
    name,
    limitKiB,
    kib: gzipBytes(await bundle(code, here.pathname)) / 1024,
  })),
);

const figures = [
  `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${cpus().length} × ${cpus()[0].model.trim()}.`,
  '## validate\n\nWhat `validate` adds to the `JSON.parse` of a text, as a ratio to it. 64 different documents take turns in each row. Every document is parsed again, and every row runs in a separate process.\n`ratio` is with the verdict and the number of issues read; `issues read` is with field, code and message of every issue.',
  table(
    ['document', 'lines', 'characters', 'µs', 'ratio', 'ratio, 64 key orders', 'ratio, issues read', 'goal', 'verdict'],
    validate.map((row) => [
      row.kind,
      row.lines,
      row.characters,
      fixed(row.ns / 1000),
      fixed(row.one),
      fixed(row.orders),
      fixed(row.read),
      fixed(row.goal),
      row.goal === undefined ? '' : verdict(row.one, row.goal),
    ]),
  ),
  growth(validate),
  '## complete\n\nWhat `complete` adds to the `JSON.parse` of a draft, its verdict included, as a ratio to the `JSON.parse` of the document it makes.',
  table(
    ['draft', 'lines', 'characters', 'µs', 'ratio', `limit ${COMPLETE_LIMIT}`],
    completed.map(({ kind, lines, characters, ns, ratio }) => [
      kind,
      lines,
      characters,
      fixed(ns / 1000),
      fixed(ratio),
      verdict(ratio, COMPLETE_LIMIT),
    ]),
  ),
  '## Webhook\n\nTime of `verify` as a ratio to a bare `createHmac` and `JSON.parse` of the same `transaction.created` event.',
  table(
    ['lines', 'bytes', 'ratio', `limit ${VERIFY_LIMIT}`],
    verify.map(({ lines, bytes, ratio }) => [lines, bytes, fixed(ratio), verdict(ratio, VERIFY_LIMIT)]),
  ),
  '## Start-up\n\nA process that imports the package with all packs and validates one receipt, as a ratio to a process that does nothing.',
  table(
    ['empty process, ms', 'with first validation, ms', 'ratio', `limit ${START_UP_LIMIT}`],
    [[fixed(start.emptyMs, 0), fixed(start.firstMs, 0), fixed(start.ratio), verdict(start.ratio, START_UP_LIMIT)]],
  ),
  '## Bundles\n\nMinified by esbuild for browsers, gzip level 9.',
  table(
    ['bundle', 'KiB', 'limit, KiB', 'verdict'],
    bundles.map(({ name, kib, limitKiB }) => [name, fixed(kib, 1), limitKiB, verdict(kib, limitKiB)]),
  ),
  [
    '## Peers',
    '',
    'The same receipts through other libraries, as ratios to `JSON.parse`. Their schemas are closed and name the same fields; none but',
    'ours judges the arithmetic, apart from json-rules-engine, which does four rules and no structure.',
    '',
    '![valid receipts of 10 lines](peers-valid.svg)',
    '![receipts of 10 lines with 20 faults](peers-faults.svg)',
    '',
    'The 20 faults are of structure; json-rules-engine, which judges none of it, gets 20 broken rules.',
  ].join('\n'),
  table(
    [
      'library',
      'does',
      ...peers[0].speed.map(({ lines, kind }) => `${kind}, ${lines}`),
      'start-up, ms',
      'MiB resident',
      'KiB allocated',
      'bundle, KiB gzip',
    ],
    peers.map(({ name, does, speed, startUpMs, residentMiB, allocatedKiB, gzipKiB }) => [
      name,
      does,
      ...peers[0].speed.map(({ lines, kind }) =>
        fixed(speed.find((cell) => cell.lines === lines && cell.kind === kind)?.ratio),
      ),
      fixed(startUpMs, 0),
      fixed(residentMiB, 0),
      fixed(allocatedKiB, 1),
      fixed(gzipKiB, 1),
    ]),
  ),
  'Start-up is a whole process with a first receipt of ten lines; MiB resident is what that process then holds beyond an empty one; KiB allocated is the garbage of judging one such receipt.',
].join('\n\n');

for (const [file, kind] of [
  ['peers-valid.svg', 'valid'],
  ['peers-faults.svg', '20 faults'],
]) {
  const bars = peers.flatMap(({ name, speed }) => {
    const cell = speed.find((each) => each.lines === 10 && each.kind === kind);
    return cell === undefined ? [] : [{ name, value: cell.ratio }];
  });
  writeFileSync(new URL(file, here), barChart(`${kind} receipts of 10 lines, time as a ratio to JSON.parse`, bars));
}

console.log(figures);
const readme = new URL('README.md', here);
const [before, after] = readFileSync(readme, 'utf8').split(/<!-- figures -->[\s\S]*<!-- end of figures -->/);
writeFileSync(readme, `${before}<!-- figures -->\n\n${figures}\n\n<!-- end of figures -->${after}`);
