import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.js';
import type { Metrics } from '../metrics.js';
import { unavailable } from './errors.js';

/** `/healthz`: the process answers. `/readyz`: the database does too. `/metrics`: Prometheus. */
export function operationRoutes(app: FastifyInstance, database: Database, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async () => {
    try {
      await database.query('SELECT 1 AS ready');
    } catch {
      throw unavailable('The database cannot be reached.');
    }
    return { status: 'ready' };
  });

  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await metrics.render();
    return reply.header('Content-Type', contentType).send(text);
  });
}
