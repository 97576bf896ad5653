import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Transaction } from 'receipt-rule-packs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { describeOn, testDatabase } from '../support/databases.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { standBy, type ServerProcess } from '../support/processes.js';
import { seededRandom } from '../support/random.js';
import { until } from './support.js';

const SEED = 20_261_123;
/** `npm run check:survival` makes many. */
const KILLS = Number(process.env.KILLS ?? '2');
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const TILL = fileURLToPath(new URL('../support/till.ts', import.meta.url));

describeOn('embedded', 'kill -9 of a till', () => {
  const database = testDatabase('embedded');
  const random = seededRandom(SEED);
  let server: ServerProcess;

  beforeAll(async () => {
    await database.create();
    server = await (await standBy(database.env, fixtures())).start();
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await database.dispose();
  });

  it(`loses no sale, and stores each once and in order, in ${KILLS} kills (seed ${SEED})`, async () => {
    const path = join(inject('scratch'), 'kill-till.outbox');
    /** What the till has said to have sold, and the sale that it names. */
    const sold = new Map<string, string | undefined>();
    const start = (work: 'sell' | 'drain') => {
      const till = spawn(process.execPath, ['--import', 'tsx', TILL, path, server.url, TOKENS.writer, work], {
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
      // Without the last line, which may be torn.
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
    const rows = await opened.query<{ id: string; body: string }>('SELECT id, body FROM transactions');
    const stored = rows.map(({ body }) => JSON.parse(body) as Transaction & { id: string });
    const byExternalId = new Map(stored.map((document) => [document.source.externalId, document]));
    expect(byExternalId.size).toBe(stored.length);
    expect([...sold.keys()].filter((externalId) => !byExternalId.has(externalId))).toEqual([]);
    // A refund can only name a sale that was stored before it.
    const wrong = [...sold].filter(([refund, sale]) => {
      const named = byExternalId.get(refund)!.linkedTransaction?.originalTransactionId;
      return named !== (sale && byExternalId.get(sale)!.id);
    });
    expect(wrong).toEqual([]);
    // What was durable, but not yet said to be, when a kill came.
    expect(stored.length - sold.size).toBeLessThanOrEqual(KILLS);
    expect(sold.size).toBeGreaterThan(KILLS);
    if (KILLS > 2) console.log(JSON.stringify({ kills: KILLS, sold: sold.size, stored: stored.length }));
  });
});
