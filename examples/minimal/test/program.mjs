// An integrator's program that uses receipts.mjs, with short delays for the tests.
import fastify from 'fastify';
import pg from 'pg';
import { seReceipt1 } from 'receipt-rule-packs/packs/se-receipt-1';
import { receipts, SCHEMA, sendOutbox } from '../receipts.mjs';

const { DATABASE_URL, DELAYS, LEASE_SECONDS } = process.env;
const db = new pg.Pool({ connectionString: DATABASE_URL });
await db.query(SCHEMA);
const app = fastify();
const vendor = { id: 'biz_1', name: 'Corner shop', country: 'SE' };
const businessOf = async () => ({ country: 'SE', appId: 'app_1', vendor });
await app.register(receipts, { db, packs: [seReceipt1], businessOf });
const { signal } = new AbortController();
void sendOutbox({ db, signal, delays: DELAYS.split(',').map(Number), leaseSeconds: Number(LEASE_SECONDS) });
console.log(`listening on ${await app.listen({ port: 0 })}`);
