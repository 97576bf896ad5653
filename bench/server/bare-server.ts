/**
 * The baseline for ingestion: a Fastify server that only runs the recorded statements of a write, and responds. `POST
 * /42` runs the statements for document 42 of the run named in PEER_RUN, which has PEER_DOCUMENTS documents.
 */
import Fastify from 'fastify';
import { openDatabase } from '../../examples/reference-server/src/database/open.js';
import { recordStatements } from './statements.js';

const {
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir = '',
  PEER_RUN: run = 'bare',
  PEER_DOCUMENTS: count = '0',
} = process.env;
const database = await openDatabase({ databaseUrl, dataDir });
const writes = await recordStatements(database, run, Number(count));

const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.post<{ Params: { i: string } }>('/:i', async (request, reply) => {
  const { statements, body } = writes[Number(request.params.i)]!;
  for (const [text, parameters] of statements) await database.query(text, parameters);
  return reply.code(201).type('application/json; charset=utf-8').send(body);
});
console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => database.close())
      .then(() => process.exit(0)),
);
