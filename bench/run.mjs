/** Measures everything, prints the figures, and writes them to bench/README.md and its charts. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { BUNDLES, WHOLE_COMPLETE, kibOf } from './bundles.mjs';
import { barChart } from './chart.mjs';
import { COMPLETE_LIMIT, completeRatios } from './complete.mjs';
import { RATE_WINDOWS_LIMIT, rateWindowsRatios } from './rate-windows.mjs';
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

/** Measures the peers in a separate process, so that the memory of other libraries does not affect our figures. */
function peerRows() {
  const code = `import { peerRows } from '${new URL('peers.mjs', here)}'; console.log(JSON.stringify(await peerRows()));`;
  const flags = ['--no-warnings', '--input-type=module', '--eval'];
  return JSON.parse(execFileSync(process.execPath, [...flags, code], { cwd: here, encoding: 'utf8' }));
}

/** States the cost of an additional line in long receipts relative to short ones; a ratio of 1 means linear time. */
function growth(rows) {
  const perLine = (kind, from, to) => {
    const [a, b] = [from, to].map((lines) => rows.find((row) => row.kind === kind && row.lines === lines));
    return (b.ns - a.ns) / (to - from);
  };
  const [early, late] = [perLine('valid', 10, 100), perLine('valid', 100, 1000)];
  return `Each additional line of a valid receipt costs ${fixed(early, 0)} ns between 10 and 100 lines, and ${fixed(late, 0)} ns between 100 and 1,000: ${fixed(late / early)} times as much.`;
}

const peers = peerRows();
const validate = validateRatios();
const rateWindows = await rateWindowsRatios();
const completed = completeRatios();
const verify = await verifyRatios();
const start = startUpRatio();
const bundles = await Promise.all(
  [...BUNDLES, WHOLE_COMPLETE].map(async (one) => ({ ...one, kib: await kibOf(one, here.pathname) })),
);

const figures = [
  `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${cpus().length} × ${cpus()[0].model.trim()}.`,
  '## validate\n\nThe time that `validate` adds to `JSON.parse`, as a ratio to the time of `JSON.parse`. 64 different documents take turns in each row. Every document is parsed each time, and every row runs in a separate process.\n`ratio` includes reading the verdict and the number of issues; `ratio, issues read` includes reading the field, code and message of every issue.',
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
  "## Dated rates\n\nThe time of `validate`, without parsing, as a ratio to its time with `rateWindows: 'off'`.",
  table(
    ['lines', 'µs', 'ratio', `limit ${RATE_WINDOWS_LIMIT}`],
    rateWindows.map(({ lines, ns, ratio }) => [
      lines,
      fixed(ns / 1000),
      fixed(ratio),
      verdict(ratio, RATE_WINDOWS_LIMIT),
    ]),
  ),
  '## complete\n\nThe time that `complete` adds to `JSON.parse` of a draft, including its validation, as a ratio to the time of `JSON.parse` of the completed document.',
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
  '## Webhook\n\nThe time of `verify`, as a ratio to the time of a bare `createHmac` and `JSON.parse` of the same `transaction.created` event.',
  table(
    ['lines', 'bytes', 'ratio', `limit ${VERIFY_LIMIT}`],
    verify.map(({ lines, bytes, ratio }) => [lines, bytes, fixed(ratio), verdict(ratio, VERIFY_LIMIT)]),
  ),
  '## Start-up\n\nThe time of a process that imports the package with all packs and validates one receipt, as a ratio to the time of a process that does nothing.',
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
    'The time that other libraries take to validate the same receipts, as a ratio to `JSON.parse`. Their schemas have the same fields and reject unknown fields.',
    'Apart from our library, only json-rules-engine checks arithmetic; it runs four rules, but does not check structure.',
    '',
    '![valid receipts of 10 lines](peers-valid.svg)',
    '![receipts of 10 lines with 20 faults](peers-faults.svg)',
    '',
    'The 20 faults are structural; json-rules-engine, which does not check structure, gets 20 rule violations instead.',
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
  'Start-up is the time of a whole process that validates one receipt of ten lines; MiB resident is how much more memory that process uses than an empty one; KiB allocated is how much memory it allocates to validate one such receipt.',
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
