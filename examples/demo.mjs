/**
 * The whole story in one run, with the built package: `npm run demo`. Validates examples/receipts, shows ten of them, then writes
 * some to the reference server. Exit 0 where all of it went as it should, else 1.
 */
import { fileURLToPath } from 'node:url';
import { report } from './lib/report.mjs';
import { tellStory } from './lib/story.mjs';
import { readReceipts } from './lib/verdicts.mjs';

const library = await import('receipt-rule-packs').catch(notBuilt);
const { packs } = await import('receipt-rule-packs/packs').catch(notBuilt);
const webhook = await import('receipt-rule-packs/webhook').catch(notBuilt);
const cursor = await import('receipt-rule-packs/cursor').catch(notBuilt);

const print = (line) => console.log(line);
const receipts = readReceipts(fileURLToPath(new URL('receipts', import.meta.url)));
const named = (name) => receipts.find((receipt) => receipt.name === name);

/** Ten of six countries. */
const SHOWN = [
  'zettle-sale',
  'kivra-weighed-cheese-ica',
  'derived-refund',
  'saft-no-1001-cash-rounding',
  'no-saft-1001-card',
  'de-ft-night',
  'es-efsta-tbai-crc',
  'gb-ocado-blended',
  'us-tx-cash-down-4',
  'us-ny-taxjar-refund-negative',
];

process.exitCode = report(library.createRegistry(packs), receipts, {
  print,
  width: Math.min(process.stdout.columns || 100, 100),
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  shows: ({ name }) => SHOWN.includes(name),
});
const story = {
  written: ['zettle-sale', 'kivra-cash-sale', 'derived-refund'].map(named),
  refused: named('kivra-weighed-cheese-ica'),
};
await tellStory(story, { webhook, cursor }, print);

function notBuilt(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('The package is not built: run npm run build first, or npm run demo, which does both.');
  process.exit(1);
}
