/** A till. Reads drafts from standard input, one per line: `SERVICE_URL=… TOKEN=… OUTBOX=till.ndjson node examples/sell-offline.mjs`. */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRegistry, prettifyIssues } from 'receipt-rule-packs';
import { createClient, createOutbox } from 'receipt-rule-packs/client';
import { fileStore } from 'receipt-rule-packs/client/node';
import { complete } from 'receipt-rule-packs/complete';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';

const { SERVICE_URL, TOKEN, OUTBOX } = process.env;
const shop = createRegistry([seReceipt1]).shop({ country: 'SE' });
const outbox = createOutbox({
  client: createClient({ baseUrl: SERVICE_URL, token: TOKEN }),
  store: fileStore(OUTBOX),
  onRefused: ({ document, answer }) => console.error('refused:', document.receiptNumber, answer.error?.message),
  onPaused: ({ answer }) => console.error('sending paused:', answer?.error?.code),
});
for await (const line of createInterface(process.stdin)) {
  const receipt = complete(shop, JSON.parse(line));
  if (receipt.valid) console.log('kept', receipt.transaction.receiptNumber, await outbox.add(receipt.transaction));
  else console.error(prettifyIssues(receipt.issues));
}
while ((await outbox.list()).some(({ state }) => state === 'waiting' || state === 'sending')) await sleep(100);
await outbox.close();
