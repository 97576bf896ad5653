import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.js';
import { notFound } from './errors.js';
import type { Readiness } from './readiness.js';

/** Who may read `/metrics`: everyone, clients on this machine, or nobody. */
export type Scrapers = 'all' | 'loopback' | 'none';

/** The dependencies and settings of the routes. */
export interface Operations {
  readonly readiness: Pick<Readiness, 'check'>;
  readonly metrics: Pick<Metrics, 'render'>;
  readonly scrapers: Scrapers;
}

const UNLIMITED = { config: { free: true } };

/**
 * `/healthz`: whether the process responds. `/readyz`: whether the server can accept writes. `/metrics`: for
 * Prometheus.
 */
export function operationRoutes(app: FastifyInstance, { readiness, metrics, scrapers }: Operations): void {
  app.get('/healthz', UNLIMITED, async () => ({ status: 'ok' }));

  app.get('/readyz', UNLIMITED, async () => {
    await readiness.check();
    return { status: 'ready' };
  });

  if (scrapers === 'none') return;
  app.get('/metrics', UNLIMITED, async (request, reply) => {
    if (scrapers === 'loopback' && !isLoopback(request.ip)) throw notFound();
    const { contentType, text } = await metrics.render();
    return reply.header('Content-Type', contentType).send(text);
  });
}

/** 127.0.0.0/8 and ::1, including IPv4-mapped addresses. */
function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
}
