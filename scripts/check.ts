/**
 * `npm run check`: everything that must hold before a change lands. What only reads the sources runs two at a time, each with
 * its output kept together; the tests, which fill the machine themselves, run one after the other behind it. Ends at the first
 * failure.
 */
import { spawn } from 'node:child_process';

/**
 * The longest first. The build, with its types, is what the reports of the interface are made of, what the demo shows and what the
 * tests of the package pack.
 */
const GATES = [
  'npm run lint',
  'npm run typecheck',
  'npm run build',
  'npm run generate -- --check',
  'npm run format:check',
  'npm run unused',
  'npm run depcruise',
];
const AT_ONCE = 2;
const THEN = ['npm run api -- --check', 'node examples/demo.mjs', 'npm test', 'npm run test:check'];

function run(command: string, stdio: 'inherit' | 'pipe'): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', stdio, stdio] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Takes gates from the list until it is empty, or one has failed. */
async function lane(waiting: string[]): Promise<void> {
  for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
    const { code, output } = await run(gate, 'pipe');
    process.stdout.write(output);
    if (code === 0) continue;
    waiting.length = 0;
    process.exitCode = 1;
  }
}

const waiting = [...GATES];
await Promise.all(Array.from({ length: AT_ONCE }, () => lane(waiting)));
for (const command of THEN) {
  if (process.exitCode === 1) break;
  if ((await run(command, 'inherit')).code !== 0) process.exitCode = 1;
}
