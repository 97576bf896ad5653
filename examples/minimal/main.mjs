// A server for one business. Set DATABASE_URL and TOKEN, and for webhooks also WEBHOOK_URL and WEBHOOK_SECRET.
import fastify from 'fastify';
import pg from 'pg';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { receipts, SCHEMA, sendOutbox } from './receipts.mjs';

const { DATABASE_URL, TOKEN, WEBHOOK_URL, WEBHOOK_SECRET, PORT = '8788' } = process.env;
if (!DATABASE_URL || !TOKEN) throw new Error('DATABASE_URL and TOKEN must be set');
const shop = { country: 'SE', appId: 'app_1', vendor: { id: 'biz_1', name: 'Corner shop', country: 'SE' } };

const db = new pg.Pool({ connectionString: DATABASE_URL });
db.on('error', console.error); // a lost idle connection must not end the process
await db.query(SCHEMA);
const ENDPOINT = `INSERT INTO endpoints VALUES ('ep_1', 'biz_1', $1, $2) ON CONFLICT (id) DO UPDATE SET url = $1, secret = $2`;
if (WEBHOOK_URL) await db.query(ENDPOINT, [WEBHOOK_URL, WEBHOOK_SECRET]);

const app = fastify();
const businessOf = async ({ headers }) => (headers.authorization === `Bearer ${TOKEN}` ? shop : undefined);
await app.register(receipts, { db, packs: [seReceipt1], businessOf });
const stop = new AbortController();
const sending = sendOutbox({ db, signal: stop.signal });
process.once('SIGTERM', async () => {
  await app.close();
  stop.abort();
  await sending;
  await db.end();
});
console.log(`listening on ${await app.listen({ port: Number(PORT) })}`);
