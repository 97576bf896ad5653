import {
  createClient,
  createFollower,
  createOutbox,
  indexedDbStore,
  memoryStore,
  OutboxError,
  shareOutbox,
  ServiceError,
  UsageError,
  type CaughtUp,
  type Client,
  type FollowerState,
  type ListOptions,
  type Outbox,
  type OutboxEntry,
  type OutboxStore,
  type SendOutcome,
} from 'receipt-rule-packs/client';
import * as node from 'receipt-rule-packs/client/node';
import type { StoredTransaction, Transaction } from 'receipt-rule-packs';
import type { ListQuery } from 'receipt-rule-packs/cursor';
import { webhookHandler, type WebhookEvent } from 'receipt-rule-packs/webhook';
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
async function follow(): Promise<void> {
  for await (const { data, nextCursor } of client.events({ after: 'latest' })) {
    holds<Equal<typeof nextCursor, string>>();
    holds<Equal<typeof data, readonly WebhookEvent[]>>();
  }
  let state: FollowerState | undefined;
  const follower = createFollower({
    client,
    store: { load: async () => state, save: async (next) => void (state = next) },
    onTransaction: ({ totals }) => totals.total,
  });
  webhookHandler({ secrets: 'a', onEvent: follower.onEvent });
  const caughtUp = await follower.catchUp({ all: true });
  holds<Equal<typeof caughtUp, CaughtUp>>();
}
// @ts-expect-error onTransaction is missing
createFollower({ client, store: { load: async () => undefined, save: async () => undefined } });
// @ts-expect-error null is not an id
client.list({ startAfter: null });
// The client can send every parameter of the list.
holds<Equal<Exclude<keyof ListOptions, 'signal'>, keyof ListQuery>>();
const error = new ServiceError('forbidden', 403, 'forbidden');
holds<Equal<typeof error.status, number | undefined>>();
// @ts-expect-error a stored document has no error
new ServiceError('stored', 201, undefined);
// @ts-expect-error the name of the argument is missing
new UsageError('invalid_argument');
const store = memoryStore();
holds<Equal<typeof store, OutboxStore>>();
// @ts-expect-error memoryStore takes no arguments
memoryStore('name');
const database = indexedDbStore('till');
holds<Equal<typeof database, OutboxStore>>();
// @ts-expect-error a name is required
indexedDbStore();
const shared = shareOutbox('till', () => createOutbox({ client, store, onRefused: () => undefined }));
holds<Equal<typeof shared, Outbox>>();
// @ts-expect-error a function that creates the outbox is required, not an outbox
shareOutbox('till', shared);
const file = node.fileStore('till.outbox');
holds<Equal<typeof file, OutboxStore>>();
// @ts-expect-error the path is missing
node.fileStore();
holds<Equal<typeof node.OutboxError, typeof OutboxError>>();
holds<Equal<typeof node.UsageError, typeof UsageError>>();
const outbox = createOutbox({ client, store, onRefused: ({ answer }) => answer?.outcome });
// @ts-expect-error onRefused is missing
createOutbox({ client, store });
const added = outbox.add(document, { original: 'a' });
holds<Equal<typeof added, Promise<string>>>();
const entries = outbox.list();
holds<Equal<typeof entries, Promise<OutboxEntry[]>>>();
new OutboxError('entry_not_found', 'no entry');
// @ts-expect-error no such code
new OutboxError('not_found', 'no entry');
void [idOf, unchecked, read, follow];
