import { Pool } from 'undici';
import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { authenticate } from '../../examples/reference-server/src/credentials/authenticate.js';
import type { Database, Parameter, Row } from '../../examples/reference-server/src/database/database.js';
import { ingest } from '../../examples/reference-server/src/transactions/ingest.js';
import type { BenchDatabase } from './databases.js';
import { document, TOKEN } from './documents.js';
import { SERVER, startPeer, timeAll } from './load.js';

const DOCUMENTS = 3000;
const CONCURRENCY = 32;

type Statement = readonly [text: string, parameters: readonly Parameter[]];

/** Documents per second by HTTP, and by the same statements sent straight to the same database. */
export async function benchIngest(bench: BenchDatabase): Promise<{ served: number; straight: number }> {
  const database = await bench.open();
  const statements = await recordStatements(database);
  const run = async (list: readonly (readonly Statement[])[]) =>
    timeAll(list.length, CONCURRENCY, async (i) => {
      for (const [text, parameters] of list[i]!) await database.query(text, parameters);
    });
  await run(statements.slice(0, DOCUMENTS / 3));
  const straight = await run(statements.slice(DOCUMENTS / 3));
  await database.close();

  const server = await startPeer(SERVER, { ...bench.env, ROLE: 'all' });
  const pool = new Pool(server.url, { connections: CONCURRENCY });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const post = async (i: number) => {
    const answer = await pool.request({ path: '/v1/transactions', method: 'POST', headers, body: document('http', i) });
    await answer.body.dump();
    if (answer.statusCode !== 201) throw new Error(`a POST was answered with ${answer.statusCode}`);
  };
  await timeAll(DOCUMENTS / 3, CONCURRENCY, post);
  const served = await timeAll((DOCUMENTS * 2) / 3, CONCURRENCY, (i) => post(i + DOCUMENTS / 3));
  await pool.close();
  await server.stop();
  return { served: (DOCUMENTS * 2) / 3 / served, straight: (DOCUMENTS * 2) / 3 / straight };
}

/** The statements that each POST makes, with their parameters; the first of each is run, so that the answers are real. */
async function recordStatements(database: Database): Promise<Statement[][]> {
  const registry = createRegistry(packs);
  const all: Statement[][] = [];
  for (let i = 0; i < DOCUMENTS; i++) {
    const made: Statement[] = [];
    const recorder: Database = {
      ...database,
      query: async <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R[]> => {
        made.push([text, parameters]);
        if (text.startsWith('SELECT')) return database.query<R>(text, parameters);
        return [{ granted: true, written: true } as unknown as R];
      },
    };
    const caller = await authenticate(recorder, TOKEN);
    if (caller?.kind !== 'app') throw new Error('the fixtures have no such token');
    await ingest(
      { database: recorder, registry, firstDelayMs: 0 },
      {
        business: caller.business,
        writer: { app: caller.appId },
        authorizationId: caller.authorizationId,
        document: Buffer.from(document('straight', i)),
        idempotencyKey: null,
      },
    );
    all.push(made);
  }
  return all;
}
