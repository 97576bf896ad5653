/**
 * The demo, with the built package: `npm run demo`. Validates examples/receipts, shows ten of them, then writes some to
 * the reference server. Exits with 0 if every step succeeded, else 1.
 */
import { fileURLToPath } from 'node:url';
import { report } from './lib/report.mjs';
import { tellStory } from './lib/story.mjs';
import { readReceipts } from './lib/verdicts.mjs';

const library = await import('receipt-rule-packs').catch(notBuilt);
const { packs } = await import('receipt-rule-packs/packs').catch(notBuilt);
const { drawReceiptText } = await import('receipt-rule-packs/draw').catch(notBuilt);
const webhook = await import('receipt-rule-packs/webhook').catch(notBuilt);
const cursor = await import('receipt-rule-packs/cursor').catch(notBuilt);

// If the reader closes the pipe, as with `| head`, the demo still runs to its end and stops its server.
process.stdout.on('error', () => undefined);
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

/** The receipts of the ten that are drawn: a refund, one with the total 0, a rounded total, net prices. */
const DRAWN = ['derived-refund', 'kivra-weighed-cheese-ica', 'saft-no-1001-cash-rounding', 'us-tx-cash-down-4'];

const width = Math.min(process.stdout.columns || 100, 100);
const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
process.exitCode = report(library.createRegistry(packs), receipts, {
  print,
  width,
  colour,
  draw: ({ name, transaction, business: { country } }, issues) =>
    DRAWN.includes(name)
      ? drawReceiptText(transaction, { country, issues, width: Math.max(24, width - 2), colour })
      : undefined,
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
