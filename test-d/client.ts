import {
  createClient,
  createOutbox,
  memoryStore,
  OutboxError,
  ServiceError,
  UsageError,
  type Client,
  type OutboxEntry,
  type OutboxStore,
  type SendOutcome,
} from 'receipt-rule-packs/client';
import { fileStore } from 'receipt-rule-packs/client/node';
import type { StoredTransaction, Transaction } from 'receipt-rule-packs';
import { holds, type Equal } from './holds.js';

const baseUrl = 'https://service.example';
const client = createClient({ baseUrl, token: async () => 'svc_1', fetch });
holds<Equal<typeof client, Client>>();
// @ts-expect-error the token is missing
createClient({ baseUrl });
// @ts-expect-error no such option
createClient({ baseUrl, token: 'svc_1', retries: 3 });
declare const document: Transaction;
const sent = client.send(document, { key: 'A-1', signal: new AbortController().signal });
holds<Equal<typeof sent, Promise<SendOutcome>>>();
// @ts-expect-error not a transaction
client.send({ items: [] });
const idOf = (outcome: SendOutcome): string | undefined =>
  outcome.outcome === 'stored' ? outcome.transaction.id : undefined;
// @ts-expect-error the outcome has not been checked
const unchecked = (outcome: SendOutcome) => outcome.transaction;
async function read(): Promise<StoredTransaction[]> {
  const found: StoredTransaction[] = [];
  for await (const transaction of client.list({ limit: 50 })) found.push(transaction);
  for await (const { nextCursor } of client.list().pages()) holds<Equal<typeof nextCursor, string | null>>();
  return found;
}
// @ts-expect-error null is not an id
client.list({ startAfter: null });
const error = new ServiceError('forbidden', 403, 'forbidden');
holds<Equal<typeof error.status, number | undefined>>();
// @ts-expect-error a stored document is no error
new ServiceError('stored', 201, undefined);
// @ts-expect-error an argument is named
new UsageError('invalid_argument');
const store = memoryStore();
holds<Equal<typeof store, OutboxStore>>();
// @ts-expect-error it takes nothing
memoryStore('name');
const file = fileStore('till.outbox');
holds<Equal<typeof file, OutboxStore>>();
// @ts-expect-error the path is missing
fileStore();
const outbox = createOutbox({ client, store, onRefused: ({ answer }) => answer?.outcome });
// @ts-expect-error nobody would hear of a refusal
createOutbox({ client, store });
const added = outbox.add(document, { original: 'a' });
holds<Equal<typeof added, Promise<string>>>();
const entries = outbox.list();
holds<Equal<typeof entries, Promise<OutboxEntry[]>>>();
new OutboxError('entry_not_found', 'no entry');
// @ts-expect-error no such code
new OutboxError('not_found', 'no entry');
void [idOf, unchecked, read];
