/**
 * The demo of the built package: `npm run demo`. It repairs two receipts, validates examples/receipts, computes a
 * refund, verifies a webhook and resumes a list; the output fits on one screen. With `--all`, it shows ten of the
 * receipts and then writes some to the reference server. It exits with 0 if every step succeeds, with 2 for an unknown
 * argument, and otherwise with 1.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readReceipts } from './lib/verdicts.mjs';

// If the reader closes the pipe, as with `| head`, the demo still runs to the end, so that it stops its server.
process.stdout.on('error', () => undefined);
const print = (line) => console.log(line);
const colour = process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
const receipts = readReceipts(fileURLToPath(new URL('receipts', import.meta.url)));

/** The ten receipts to show, from six countries. */
const SHOWN = new Set([
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
]);

/**
 * The receipts in `SHOWN` to draw: a refund, an invalid receipt, one with a rounded total, and one with net prices.
 */
const DRAWN = new Set([
  'derived-refund',
  'kivra-weighed-cheese-ica',
  'saft-no-1001-cash-rounding',
  'us-tx-cash-down-4',
]);

const [argument] = process.argv.slice(2);
if (argument === undefined) process.exitCode = await summarise();
else if (argument === '--all') process.exitCode = await showAll();
else {
  console.error(`Unknown argument ${argument}. For the full demo, use --all.`);
  process.exitCode = 2;
}

/** Runs the demo on one screen. */
async function summarise() {
  const { registry, lib } = await load('summary');
  const samples = [
    { country: 'NO', locale: 'nb-NO', path: 'examples/demo/no.json' },
    { country: 'US', locale: 'en-US', path: 'examples/demo/us.json' },
  ].map((sample) => ({ ...sample, document: JSON.parse(readFileSync(new URL(`../${sample.path}`, import.meta.url))) }));
  const locale = [process.env.LC_ALL, process.env.LC_CTYPE, process.env.LANG].find((each) => each);
  const ascii = locale !== undefined && !/utf-?8/i.test(locale);
  return lib.printSummary(registry, receipts, samples, { print, colour, ascii });
}

/** Shows the verdicts on ten receipts, and then runs the demo of the service. */
async function showAll() {
  const { registry, lib } = await load('report');
  const { drawReceiptText } = await import('receipt-rule-packs/draw');
  const { webhookListener } = await import('receipt-rule-packs/webhook');
  const { createClient } = await import('receipt-rule-packs/client');
  const { tellStory } = await import('./lib/story.mjs');
  const named = (name) => receipts.find((receipt) => receipt.name === name);
  const width = Math.min(process.stdout.columns || 100, 100);
  const code = lib.report(registry, receipts, {
    print,
    width,
    colour,
    draw: ({ name, transaction, business: { country } }, issues) =>
      DRAWN.has(name)
        ? drawReceiptText(transaction, { country, issues, width: Math.max(24, width - 2), colour })
        : undefined,
    shows: ({ name }) => SHOWN.has(name),
  });
  const story = {
    written: ['zettle-sale', 'kivra-cash-sale', 'derived-refund'].map(named),
    refused: named('kivra-weighed-cheese-ica'),
  };
  await tellStory(story, { createClient, webhookListener }, print);
  return code;
}

/** Loads a module of the demo and creates a registry with all packs. */
async function load(part) {
  try {
    const [{ createRegistry }, { packs }, lib] = await Promise.all([
      import('receipt-rule-packs'),
      import('receipt-rule-packs/packs'),
      import(`./lib/${part}.mjs`),
    ]);
    return { registry: createRegistry(packs), lib };
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error('The package is not built. Run npm run build first, or npm run demo, which does both.');
    process.exit(1);
  }
}
