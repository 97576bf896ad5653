import { createRegistry } from 'receipt-rule-packs';
import { packs } from 'receipt-rule-packs/packs';
import { createAuthenticate } from '../../examples/reference-server/src/credentials/authenticate.js';
import type { Database, Parameter, Row } from '../../examples/reference-server/src/database/database.js';
import { createLargeValidator } from '../../examples/reference-server/src/validation/large-validator.js';
import { createDocuments } from '../../examples/reference-server/src/transactions/documents.js';
import { ingest } from '../../examples/reference-server/src/transactions/ingest.js';
import { document, TOKEN } from './documents.js';

/** The statements of one POST, and its response. */
export interface RecordedWrite {
  readonly statements: readonly (readonly [text: string, parameters: readonly Parameter[]])[];
  readonly body: string;
}

/**
 * Records the statements that writes run, without storing anything: reads go to the database, but the statement that
 * stores a document is only recorded.
 */
export async function recordStatements(database: Database, run: string, count: number): Promise<RecordedWrite[]> {
  const registry = createRegistry(packs);
  const all: RecordedWrite[] = [];
  for (let i = 0; i < count; i++) {
    const statements: [string, readonly Parameter[]][] = [];
    const recorder: Database = {
      ...database,
      query: async <R extends Row>(text: string, parameters: readonly Parameter[] = []): Promise<R[]> => {
        statements.push([text, parameters]);
        if (text.startsWith('SELECT')) return database.query<R>(text, parameters);
        return [{ granted: true, written: true } as unknown as R];
      },
    };
    const caller = await createAuthenticate(recorder)(TOKEN);
    if (caller?.kind !== 'app') throw new Error('the fixtures have no such token');
    const { business, appId, authorizationId } = caller;
    const ingestion = await ingest(
      { documents: createDocuments(recorder, { firstDelayMs: 0 }), registry, largeValidator: createLargeValidator() },
      {
        business,
        writer: { app: appId },
        authorizationId,
        document: Buffer.from(document(run, i)),
        idempotencyKey: null,
      },
    );
    if (ingestion.outcome !== 'created') throw new Error(`a recorded write was ${ingestion.outcome}`);
    all.push({ statements, body: ingestion.body });
  }
  return all;
}
