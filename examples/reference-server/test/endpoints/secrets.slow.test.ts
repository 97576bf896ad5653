import pino from 'pino';
import { createWebhookVerifier } from 'receipt-rule-packs/webhook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotateKey } from '../../src/commands.js';
import { ConfigError, readConfig } from '../../src/config.js';
import { registerEndpoint, rotateSecret } from '../../src/endpoints/endpoints.js';
import { checkSecrets, createSecrets, PLAIN_SECRETS, sealAll, secretsOf } from '../../src/endpoints/secrets.js';
import { startServer, type Server } from '../../src/server.js';
import { client } from '../support/client.js';
import { anyDatabase, testDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { startProcess, writeFixtures } from '../support/processes.js';
import { startReceiver, type Delivery, type Receiver } from '../support/receiver.js';

const [ONE, TWO] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string];
const [FIRST, SECOND] = [ONE, TWO].map((hex) => Buffer.from(hex, 'hex')) as [Buffer, Buffer];
const SECRET = 'whsec_of_the_endpoint å';

describe('a secret', () => {
  it('can be decrypted only with its key, and only for its endpoint', () => {
    const { seal, open } = createSecrets(FIRST);
    const sealed = seal('ep_1', SECRET);
    expect(sealed).not.toContain('whsec');
    expect(open('ep_1', sealed)).toBe(SECRET);
    expect(seal('ep_1', SECRET)).not.toBe(sealed);
    expect(() => open('ep_2', sealed)).toThrow();
    expect(() => createSecrets(SECOND).open('ep_1', sealed)).toThrow();
    expect(() => PLAIN_SECRETS.open('ep_1', sealed)).toThrow();
  });

  it('cannot be decrypted after one of its characters has changed', () => {
    const { seal, open } = createSecrets(FIRST);
    const sealed = seal('ep_1', SECRET);
    for (let at = 0; at < sealed.length - 1; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      // Without its prefix, an encrypted secret counts as plain text.
      if (changed.startsWith('aes256gcm:')) expect(() => open('ep_1', changed)).toThrow();
    }
  });

  it('is decrypted with the previous key, and encrypted with the current key', () => {
    const before = createSecrets(FIRST);
    const after = createSecrets(SECOND, FIRST);
    expect(after.open('ep_1', before.seal('ep_1', SECRET))).toBe(SECRET);
    expect(after.seal('ep_1', SECRET).startsWith(after.sealedWith!)).toBe(true);
    expect(before.sealedWith).not.toBe(after.sealedWith);
  });

  it('is stored in plain text without a key, unless it looks encrypted', () => {
    expect(PLAIN_SECRETS.seal('ep_1', SECRET)).toBe(SECRET);
    expect(createSecrets(FIRST).open('ep_1', SECRET)).toBe(SECRET);
    expect(() => PLAIN_SECRETS.seal('ep_1', 'aes256gcm:1:2')).toThrow();
  });
});

anyDatabase((database) => {
  let receiver: Receiver;
  let FIXTURES: string;
  const running: Server[] = [];
  beforeAll(async () => {
    receiver = await startReceiver();
    const endpoint = { id: 'ep_1', appId: 'app_1', url: receiver.url(), secret: SECRET };
    FIXTURES = await writeFixtures(fixtures([{ ...endpoint, events: ['transaction.created'] }]));
  });
  afterAll(async () => {
    for (const server of running) await server.close();
    await receiver.close();
  });

  const configOf = (env: Record<string, string>) =>
    readConfig({ PORT: '0', ALLOW_LOOPBACK_ENDPOINTS: '1', FIXTURES, ...database.env, ...env });
  const log = pino({ level: 'silent' });

  /** Stops the previous server, and starts a server with the given keys. */
  async function start(env: Record<string, string> = {}): Promise<Server> {
    await running.pop()?.close();
    const server = await startServer(configOf(env), log);
    running.push(server);
    return server;
  }

  async function deliver({ address }: Server): Promise<Delivery> {
    const earlier = receiver.deliveries.length;
    expect((await client(address, TOKENS.writer).post(receipt())).status).toBe(201);
    return (await receiver.until(earlier + 1)).at(-1)!;
  }
  const verify = ({ body, headers }: Delivery, secret: string) =>
    createWebhookVerifier({ secrets: secret }).verify(body, headers);
  const stored = async ({ database }: Server) =>
    (
      await database.query<{ secret: string; previous: string | null }>(
        `SELECT secret, previous_secret AS previous FROM endpoints WHERE id = 'ep_1'`,
      )
    )[0]!;
  const unencrypted = async ({ address }: Server) => {
    const { text } = await client(address, '').call('GET', '/metrics');
    return Number(/^receipts_secrets_unencrypted (\S+)$/m.exec(text)?.[1]);
  };

  it('a secret is encrypted once a key is set, re-encrypted when the key changes, and signs throughout', async () => {
    let server = await start();
    expect(await stored(server)).toEqual({ secret: SECRET, previous: null });
    expect(await unencrypted(server)).toBe(1);
    await verify(await deliver(server), SECRET);

    const one = secretsOf(configOf({ SECRETS_KEY: ONE }));
    server = await start({ SECRETS_KEY: ONE });
    await expect.poll(async () => (await stored(server)).secret.startsWith(one.sealedWith!)).toBe(true);
    expect(one.open('ep_1', (await stored(server)).secret)).toBe(SECRET);
    expect(await unencrypted(server)).toBe(0);
    await verify(await deliver(server), SECRET);

    // Neither a rotated secret nor a new endpoint's secret is ever stored unencrypted.
    expect(await rotateSecret(server.database, 'ep_1', { secrets: one })).toBe(true);
    const { secret, previous } = await stored(server);
    expect(one.open('ep_1', previous!)).toBe(SECRET);
    const delivery = await deliver(server);
    await verify(delivery, SECRET);
    await verify(delivery, one.open('ep_1', secret));
    const rules = { allowLoopback: true, offered: ['transaction.created'], secrets: one };
    const registered = { owner: { appId: 'app_2' }, url: receiver.url('/2'), events: [] };
    const id = await registerEndpoint(server.database, registered, rules);
    const [row] = await server.database.query<{ secret: string }>('SELECT secret FROM endpoints WHERE id = $1', [id]);
    expect(one.open(id, row!.secret)).toMatch(/^whsec_/);

    const keys = { SECRETS_KEY: TWO, SECRETS_KEY_PREVIOUS: ONE };
    const two = secretsOf(configOf(keys));
    server = await start(keys);
    await expect.poll(async () => (await stored(server)).previous!.startsWith(two.sealedWith!)).toBe(true);
    expect(two.open('ep_1', (await stored(server)).secret)).toBe(one.open('ep_1', secret));
    await verify(await deliver(server), SECRET);
    expect(await unencrypted(server)).toBe(0);

    const { database: db } = server;
    for (const wrong of [PLAIN_SECRETS, one, createSecrets(FIRST, Buffer.alloc(32))])
      await expect(checkSecrets(db, wrong)).rejects.toBeInstanceOf(ConfigError);
    await checkSecrets(db, createSecrets(SECOND));
    await checkSecrets(db, createSecrets(FIRST, SECOND));
    expect(await sealAll(db, two)).toBe(0);
    expect(await sealAll(db, createSecrets(FIRST, SECOND))).toBe(2);
    await checkSecrets(db, one);
  });
});

it('a process exits with 2 if its key is wrong, and logs a warning without a key', async () => {
  const database = testDatabase('postgres');
  await database.create();
  const endpoint = { id: 'ep_1', appId: 'app_1', url: 'https://example.com/', secret: SECRET, events: [] };
  const plain = await startProcess(database.env, fixtures([endpoint]));
  expect(plain.output()).toContain('SECRETS_KEY is not set');
  await plain.end('SIGTERM');
  const sealing = await startProcess({ ...database.env, SECRETS_KEY: ONE, ROLE: 'all' });
  expect(sealing.output()).not.toContain('SECRETS_KEY is not set');
  const db = await database.open();
  const sealed = async () => (await db.query<{ secret: string }>('SELECT secret FROM endpoints'))[0]!.secret;
  await expect.poll(async () => (await sealed()).startsWith('aes256gcm:')).toBe(true);
  await sealing.end('SIGTERM');
  await expect(startProcess({ ...database.env, SECRETS_KEY: TWO })).rejects.toMatchObject({ code: 2 });
  await expect(startProcess(database.env)).rejects.toMatchObject({ code: 2 });
  const keys = readConfig({ ...database.env, SECRETS_KEY: TWO, SECRETS_KEY_PREVIOUS: ONE });
  expect(await rotateKey(keys)).toEqual(['endpoints with newly encrypted secrets: 1']);
  await expect(rotateKey(readConfig({ ...database.env, SECRETS_KEY: ONE }))).rejects.toBeInstanceOf(ConfigError);
  expect(createSecrets(SECOND).open('ep_1', await sealed())).toBe(SECRET);
  await database.dispose();
});
