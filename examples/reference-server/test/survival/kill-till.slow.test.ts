import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Transaction } from 'receipt-rule-packs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { describeOn, testDatabase } from '../support/databases.js';
import { startFaultyGateway, type FaultyGateway } from '../support/faulty-gateway.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { standBy, type ServerProcess } from '../support/processes.js';
import { seededRandom } from '../support/random.js';
import { storedDocuments, until } from './support.js';

const SEED = 20_261_123;
/** The number of kills; `npm run check:survival` makes many. */
const KILLS = Number(process.env.KILLS ?? '2');
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const TILL = fileURLToPath(new URL('../support/till.ts', import.meta.url));

describeOn('embedded', 'kill -9 of a till', () => {
  const database = testDatabase('embedded');
  const random = seededRandom(SEED);
  let server: ServerProcess;
  let gateway: FaultyGateway;

  beforeAll(async () => {
    await database.create();
    server = await (await standBy(database.env, fixtures())).start();
    gateway = await startFaultyGateway(server.url);
  });
  afterAll(async () => {
    await gateway.close();
    await server.end('SIGKILL');
    await database.dispose();
  });

  it(`loses no sale, and stores each document once and in order, in ${KILLS} kills (seed ${SEED})`, async () => {
    const path = join(inject('scratch'), 'kill-till.outbox');
    /** The documents that the till reported as sold, with the sale that a refund refers to. */
    const sold = new Map<string, string | undefined>();
    const start = (work: 'sell' | 'drain') => {
      const till = spawn(process.execPath, ['--import', 'tsx', TILL, path, gateway.url, TOKENS.writer, work], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      till.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = new Promise((resolve) => till.once('close', resolve));
      return { till, ended, output: () => output };
    };
    for (let kill = 0; kill < KILLS; kill++) {
      const { till, ended, output } = start('sell');
      await until(() => output().split('\n').length > 5 + random() * 40, output);
      await sleep(random() * 20);
      till.kill('SIGKILL');
      await ended;
      expect(output()).not.toContain('refused');
      // Ignores the last line, which may be incomplete.
      for (const line of output().split('\n').slice(0, -1)) {
        const [, document, sale] = line.split(' ');
        sold.set(document!, sale);
      }
    }
    const { ended, output } = start('drain');
    await ended;
    expect(output()).toBe('drained\n');
    expect(await server.end('SIGTERM')).toBe(0);

    const opened = await database.open();
    const stored = [...(await storedDocuments(opened)).values()].map(
      (body) => JSON.parse(body) as Transaction & { id: string },
    );
    const byExternalId = new Map(stored.map((document) => [document.source.externalId, document]));
    expect(byExternalId.size).toBe(stored.length);
    expect([...sold.keys()].filter((externalId) => !byExternalId.has(externalId))).toEqual([]);
    // A refund contains its sale's id, so the sale must have been stored first.
    const wrong = [...sold].filter(([refund, sale]) => {
      const named = byExternalId.get(refund)!.linkedTransaction?.originalTransactionId;
      return named !== (sale && byExternalId.get(sale)!.id);
    });
    expect(wrong).toEqual([]);
    // For each kill, one document may have been saved, but not yet reported.
    expect(stored.length - sold.size).toBeLessThanOrEqual(KILLS);
    expect(sold.size).toBeGreaterThan(KILLS);
    // Each document is sent again after a 503 or a lost response, always with the key under which it may be stored.
    const { counts } = gateway;
    expect(counts).toMatchObject({ 503: expect.any(Number) as number, lost: expect.any(Number) as number });
    expect(counts[409]).toBeUndefined();
    if (KILLS > 2)
      console.log(JSON.stringify({ kills: KILLS, sold: sold.size, stored: stored.length, answers: counts }));
  });
});
