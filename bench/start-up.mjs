/**
 * The time of a whole process that imports all packs and validates once, as a ratio to the time of a process that does
 * nothing.
 */
import { spawnSync } from 'node:child_process';
import { median } from './measure.mjs';
import { receipt } from './receipts.mjs';

export const START_UP_LIMIT = 1.5;
const RUNS = 25;

export function startUpRatio() {
  const document = JSON.stringify(receipt(10));
  const first = `import { createRegistry } from 'receipt-rule-packs';
    import { packs } from 'receipt-rule-packs/packs';
    const result = createRegistry(packs).validate(${document}, { country: 'SE' });
    if (!result.valid) process.exit(1);`;
  const times = { empty: [], first: [] };
  for (let run = 0; run < RUNS; run++) {
    for (const [name, code] of Object.entries({ empty: '', first })) {
      const started = process.hrtime.bigint();
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
        encoding: 'utf8',
      });
      times[name].push(Number(process.hrtime.bigint() - started) / 1e6);
      if (status !== 0) throw new Error(stderr);
    }
  }
  return {
    emptyMs: median(times.empty),
    firstMs: median(times.first),
    ratio: median(times.first) / median(times.empty),
  };
}
