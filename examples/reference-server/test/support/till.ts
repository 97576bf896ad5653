/**
 * A till that sells and refunds until it is killed, or sends the receipts that it has stored: `till.ts FILE URL TOKEN
 * sell|drain`.
 */
import { createClient, createOutbox } from 'receipt-rule-packs/client';
import { fileStore } from 'receipt-rule-packs/client/node';
import { receipt } from './documents.js';

const [path, baseUrl, token, work] = process.argv.slice(2) as [string, string, string, string];
const tell = (...words: readonly string[]) => process.stdout.write(`${words.join(' ')}\n`);
const outbox = createOutbox({
  client: createClient({ baseUrl, token }),
  store: fileStore(path),
  onRefused: ({ answer }) => tell('refused', JSON.stringify(answer)),
  onPaused: ({ answer }) => tell('refused', JSON.stringify(answer)),
  backoffMs: [20],
});

while (work === 'sell') {
  const sale = receipt();
  const id = await outbox.add(sale);
  tell('sold', sale.source.externalId);
  const linkedTransaction = { originalTransactionId: 'offline', reason: 'returned' as const };
  const refund = receipt({ type: 'refund', linkedTransaction } as object);
  await outbox.add(refund, { original: id });
  tell('sold', refund.source.externalId, sale.source.externalId);
}
while ((await outbox.list()).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
await outbox.close();
tell('drained');
