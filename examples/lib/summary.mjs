/** The demo on one screen: repaired receipts, the verdicts on the examples, a refund, a webhook and a list. */
import { deepStrictEqual as expectEqual } from 'node:assert';
import { createClient } from 'receipt-rule-packs/client';
import { createRefund } from 'receipt-rule-packs/complete';
import { diagnose } from 'receipt-rule-packs/diagnose';
import { fakeService } from 'receipt-rule-packs/testing/service';
import {
  createWebhookSigner,
  createWebhookVerifier,
  memoryNonceStore,
  WebhookVerificationError,
} from 'receipt-rule-packs/webhook';
import { styles } from '../../cli/report-lines.mjs';
import { differences, validateReceipt, verdictOf } from './verdicts.mjs';

const WIDTH = 80;
const TITLE_WIDTH = 42;
/**
 * The maximum number of causes to list. If a receipt has more, the demo shows the one that explains the most issues,
 * and how many others there are.
 */
const CAUSES = 3;
const LISTED = 60;
const CUT_AFTER = 25;
const AMOUNT = /(?:amount|price|total|subtotal|discount|tax|rounding)$/i;
const ASCII = { '✗': 'x', '✓': 'ok', '→': '->', '…': '...', '·': '-', '−': '-' };

/**
 * Prints the demo in at most 24 lines of 80 columns. Throws if a step fails.
 *
 * @param samples invalid documents, each with its country, its path, and the locale for formatting amounts
 * @returns the exit code: 0 if every verdict on `receipts` matches the recorded verdict, otherwise 1
 */
export async function printSummary(registry, receipts, samples, { print: printLine, colour, ascii }) {
  const style = styles(colour);
  const print = (line = '') => printLine(ascii ? inAscii(line) : line);
  print(`  ${style.bold('receipt-rule-packs')}   ${registry.packs.length} countries · no dependencies · law as data`);
  const repaired = samples.map((sample) => repairedSample(registry, sample));
  for (const each of repaired) {
    print();
    printRepair(each, print, style);
  }
  print();
  const isAsRecorded = printVerdicts(registry, receipts, print, style);
  printRefund(repaired[0], print);
  await printWebhook(repaired[0], print);
  await printList(registry, repaired[0], print);
  print();
  print(`  ${style.bold('next')}   npm run playground   npm run server   docs/cookbook.md`);
  return isAsRecorded ? 0 : 1;
}

function repairedSample(registry, { document, country, locale, path }) {
  const shop = registry.shop({ country });
  const { causes, document: repaired } = diagnose(shop, document);
  const result = shop.validate(repaired);
  if (!result.valid) throw new Error(`${path}: the repaired document is invalid: ${result.error.message}`);
  return { document, causes, shop, country, path, sale: result.transaction, money: moneyOf(locale, document.currency) };
}

function printRepair({ document, causes, shop, country, path, sale, money }, print, style) {
  const problems = causes.reduce((sum, { explains }) => sum + explains.length, 0);
  const counts = `${problems} problems → ${causes.length} causes`;
  const name = document.vendor.locationName;
  print(`  ${style.red('✗')} ${style.bold(name)}${counts.padStart(WIDTH - 6 - name.length)}`);
  const main = [...causes].sort((a, b) => b.explains.length - a.explains.length).slice(0, 1);
  const shown = causes.length > CAUSES ? main : causes;
  for (const [i, cause] of shown.entries()) print(causeLine(i + 1, cause, document, money));
  const more = causes.length - shown.length;
  if (more > 0) print(`      …  ${more} more: npx receipt-rules validate ${path} --country ${country}`);
  const { total, tax } = sale.totals;
  const { name: taxName } = shop.pack.law.tax;
  print(`  ${style.green('✓')} fixed: total ${money.text(total)}, of which ${taxName} ${money.text(tax)}`);
}

function causeLine(number, { title, changes, explains }, document, money) {
  const few = explains.length > 1 && changes.length === 1 && typeof changes[0].value === 'boolean';
  const change = changes.length === 0 ? '' : changeText(changes[0], document, money);
  const more = few ? `  (${explains.length} of them)` : changes.length > 1 ? `  and ${changes.length - 1} more` : '';
  return `${String(number).padStart(7)}  ${cut(title, TITLE_WIDTH - 1).padEnd(TITLE_WIDTH)}${change}${more}`;
}

/**
 * Formats the old and the new value: amounts in the country's format, and timestamps of the same day without the day.
 */
function changeText({ path, value }, document, money) {
  const found = valueAt(document, path);
  const isAmount = AMOUNT.test(path);
  const shown = (each) =>
    each === undefined ? 'nothing' : isAmount && Number.isInteger(each) ? money.figure(each) : String(each);
  const day = /^\d{4}-\d\d-\d\dT/.exec(found)?.[0] ?? '';
  const withoutDay = (text) => (day !== '' && text.startsWith(day) ? text.slice(day.length) : text);
  return `${withoutDay(shown(found))} → ${withoutDay(shown(value))}`;
}

const valueAt = (document, pointer) =>
  pointer
    .split('/')
    .slice(1)
    .reduce((value, key) => value?.[key], document);

const cut = (text, width) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

/** Validates all examples. Returns whether every verdict matches the recorded verdict. */
function printVerdicts(registry, receipts, print, style) {
  const countries = new Set(receipts.map(({ business }) => business.country)).size;
  const derived = receipts.filter((receipt) => receipt.derived).length;
  const published = receipts.length - derived;
  print(
    `  ${receipts.length} receipts of ${countries} countries: ${published} published, ${derived} derived from them or a law`,
  );
  const started = performance.now();
  const results = receipts.map((receipt) => validateReceipt(registry, receipt));
  const took = Math.ceil(performance.now() - started);
  const differing = receipts.filter(({ expected }, i) => differences(expected, verdictOf(results[i])).length > 0);
  const valid = results.filter((result) => result.valid).length;
  const recorded = differing.length === 0 ? 'each as recorded' : style.red(`${differing.length} not as recorded`);
  print(`      ${valid} valid, ${results.length - valid} refused, ${recorded}, in ${took} ms`);
  return differing.length === 0;
}

function printRefund({ sale, shop, money }, print) {
  const [{ name, quantity }] = sale.items;
  const refund = createRefund(shop, {
    sale,
    originalTransactionId: 'txn_1',
    priorCorrections: [],
    lines: [{ line: 0, quantity: 1 }],
    reason: 'returned',
    receiptNumber: '1',
    timestamp: sale.timestamp,
    source: { platform: 'demo', externalId: '1' },
  });
  if (!refund.valid) throw new Error(`the refund: ${refund.error.message}`);
  const { total, tax } = refund.transaction.totals;
  const figures = `${money.text(-total)}, of which ${shop.pack.law.tax.name} ${money.figure(-tax)}`;
  print(`  A refund of 1 of ${quantity} ${name}, computed: ${figures}`);
}

async function printWebhook({ sale }, print) {
  const secrets = 'whsec_demo';
  const envelope = { eventId: 'evt_1', schemaVersion: '2.1', type: 'transaction.created', businessId: sale.vendor.id };
  const body = JSON.stringify({ ...envelope, createdAt: sale.timestamp, data: sale });
  const headers = await createWebhookSigner({ secrets }).sign(body, { event: envelope.type });
  const verifier = createWebhookVerifier({ secrets, nonceStore: memoryNonceStore() });
  const { eventId } = await verifier.verify(body, headers);
  expectEqual(eventId, envelope.eventId);
  const again = await verifier.verify(body, headers).catch((error) => error);
  if (!(again instanceof WebhookVerificationError)) throw new Error('the replay was not refused', { cause: again });
  expectEqual(again.code, 'nonce_reused');
  print('  A webhook: signed and verified; sent again, refused as a replay');
}

async function printList(registry, { sale, country }, print) {
  const { id } = sale.vendor;
  const service = fakeService(registry, [{ id, name: sale.vendor.locationName, country }]);
  const client = createClient({
    baseUrl: 'https://service.example',
    token: 'svc_demo',
    backoffMs: [],
    fetch: service.fetch,
  });
  for (let i = 1; i <= LISTED; i++) {
    const source = { ...sale.source, externalId: String(i) };
    const sent = await client.send({ ...sale, receiptNumber: String(i), source });
    expectEqual(sent.outcome, 'stored');
  }
  const listed = [];
  const readFrom = async (startAfter) => {
    for await (const one of client.list({ startAfter })) {
      listed.push(one.id);
      if (listed.length === CUT_AFTER) service.fail({ fault: 'no_answer' });
    }
  };
  const cutOff = await readFrom(undefined).then(
    () => false,
    () => true,
  );
  expectEqual([cutOff, listed.length], [true, CUT_AFTER]);
  await readFrom(listed.at(-1));
  expectEqual([listed.length, new Set(listed).size], [LISTED, LISTED]);
  print(`  A list: cut off after ${CUT_AFTER} of ${LISTED}, resumed at its cursor, none lost or repeated`);
}

/** Returns functions that format minor units for a locale. All currencies in the samples have two decimals. */
function moneyOf(locale, currency) {
  const text = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const figure = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const spaced = (formatted) => formatted.replace(/[\u00a0\u202f]/g, ' ');
  return { text: (minor) => spaced(text.format(minor / 100)), figure: (minor) => spaced(figure.format(minor / 100)) };
}

const inAscii = (line) =>
  line
    .replace(/[✗✓→…·−]/gu, (symbol) => ASCII[symbol])
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~\u001b]/gu, '?');
