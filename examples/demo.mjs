/** Validates examples/receipts with the built package: `npm run demo`. Exit 0 where every verdict is the recorded one, else 1. */
import { fileURLToPath } from 'node:url';
import { report } from './lib/report.mjs';
import { readReceipts } from './lib/verdicts.mjs';

const library = await import('receipt-rule-packs').catch(notBuilt);
const { packs } = await import('receipt-rule-packs/packs').catch(notBuilt);

process.exitCode = report(
  library.createRegistry(packs),
  readReceipts(fileURLToPath(new URL('receipts', import.meta.url))),
  {
    print: (line) => console.log(line),
    width: Math.min(process.stdout.columns || 100, 100),
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  },
);

function notBuilt(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('The package is not built: run npm run build first, or npm run demo, which does both.');
  process.exit(1);
}
