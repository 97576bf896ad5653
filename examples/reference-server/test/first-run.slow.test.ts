import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.js';
import { startServer } from '../src/server.js';
import { testDatabase } from './support/databases.js';
import { startProcess, type ServerProcess } from './support/processes.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('the first start on an empty embedded database', () => {
  const database = testDatabase('embedded');
  let server: ServerProcess;
  beforeAll(async () => {
    await database.create();
    server = await startProcess(database.env);
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await database.dispose();
  });

  it('prints curl commands that write a receipt and list it', async () => {
    await expect.poll(() => curlLines(server.output())).toHaveLength(2);
    const [write, list] = curlLines(server.output());
    const written = await fetch(...(await toRequest(write!)));
    expect(written.status).toBe(201);
    const { id } = (await written.json()) as { id: string };
    const listed = await fetch(...(await toRequest(list!)));
    expect(listed.status).toBe(200);
    expect(((await listed.json()) as { data: { id: string }[] }).data.map((one) => one.id)).toEqual([id]);
  });
});

describe('the interface after the first start', () => {
  const database = testDatabase('embedded');
  beforeAll(database.create);
  afterAll(database.dispose);

  it('has examples that work unchanged with the printed token', async () => {
    const server = await startServer(readConfig({ ...database.env, PORT: '0' }), pino({ level: 'silent' }));
    const [, token] = /Bearer (svc_[\w-]+)/.exec(server.hint!)!;
    const served = (await (await fetch(`${server.address}/openapi.json`)).json()) as Served;
    const { examples } = served.paths['/v1/transactions'].post.requestBody.content['application/json'];
    const statuses: Record<string, number> = {};
    // The rejected example comes first: after its receipt has been stored, it would be a duplicate.
    for (const [name, { $ref }] of Object.entries(examples).reverse()) {
      const { value } = served.components.examples[$ref.split('/').at(-1)!]!;
      const headers = { authorization: `Bearer ${token!}`, 'content-type': 'application/json' };
      const answer = await fetch(`${server.address}/v1/transactions`, {
        method: 'POST',
        headers,
        body: JSON.stringify(value),
      });
      statuses[name] = answer.status;
    }
    expect(statuses).toEqual({ sale: 201, refund: 201, refused: 422 });
    await server.close();
  });
});

/** The parts of the served OpenAPI document that the test reads. */
interface Served {
  paths: {
    '/v1/transactions': {
      post: { requestBody: { content: { 'application/json': { examples: Record<string, { $ref: string }> } } } };
    };
  };
  components: { examples: Record<string, { value: unknown }> };
}

describe('a first start on a port that is in use', () => {
  const database = testDatabase('embedded');
  beforeAll(database.create);
  afterAll(database.dispose);

  it('fails with a ConfigError, and the next start does the first run', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const log = pino({ level: 'silent' });
    const config = (PORT: string) => readConfig({ ...database.env, PORT });
    const { port } = taken.address() as AddressInfo;
    await expect(startServer(config(`${port}`), log)).rejects.toBeInstanceOf(ConfigError);
    taken.close();
    const server = await startServer(config('0'), log);
    expect(curlLines(server.hint ?? '')).toHaveLength(2);
    await server.close();
    const again = await startServer(config('0'), log);
    expect(again.hint).toBeUndefined();
    await again.close();
  });
});

function curlLines(text: string): string[] {
  return text
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.trim().startsWith('curl '));
}

/** Parses a command line as a shell and curl would. */
async function toRequest(line: string): Promise<[url: string, init: RequestInit]> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  const after = (option: string) => words.filter((_, i) => words[i - 1] === option);
  const headers = Object.fromEntries(after('-H').map((header) => header.split(': ') as [string, string]));
  const [data] = after('--data');
  const body = data && (await readFile(join(ROOT, data.slice(1)), 'utf8'));
  return [words.find((word) => word.startsWith('http'))!, { headers, ...(body && { method: 'POST', body }) }];
}
