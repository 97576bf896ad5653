import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Serves text that changes only with the server version. Clients may cache the text but must revalidate it. */
export function serveText(app: FastifyInstance, url: string, type: string, text: string): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  app.get(url, async (request, reply) => {
    reply.headers({ ETag: etag, 'Cache-Control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(type).send(text);
  });
}
