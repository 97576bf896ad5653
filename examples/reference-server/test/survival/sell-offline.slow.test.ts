/** Runs examples/sell-offline.mjs against a server, while the connection is cut and the till is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from 'receipt-rule-packs/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { describeOn, testDatabase } from '../support/databases.js';
import { receipt } from '../support/documents.js';
import { fixtures, TOKENS } from '../support/fixtures.js';
import { serverFor } from '../support/in-process.js';
import { until } from './support.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** A draft, which has fewer fields than the finished document. */
function draft(number: number): string {
  const { items, tax, totals: _, ...rest } = receipt({ externalId: `till-1/${number}`, receiptNumber: String(number) });
  const [{ name, unitPrice, taxRate }] = items as [(typeof items)[number]];
  const { pricesIncludeTax } = tax;
  return JSON.stringify({ ...rest, items: [{ name, unitPrice, taxRate }], tax: { pricesIncludeTax } });
}

/** A proxy between the till and the server, with a connection that can be cut. */
async function startCable(to: string) {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  /** While the state is `lost`, requests reach the server, but its responses do not reach the till. */
  const cable = { state: 'whole' as 'whole' | 'cut' | 'lost', lost: 0 };
  const server = createServer((till) => {
    if (cable.state === 'cut') return void till.destroy();
    const service = connect(Number(port), hostname);
    for (const [one, other] of [
      [till, service],
      [service, till],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    till.pipe(service);
    service.on('data', (bytes) => {
      if (cable.state === 'whole') return void till.write(bytes);
      cable.lost++;
      till.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    cable,
    cut,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      cut();
      server.close();
    },
  };
}

describeOn('embedded', 'examples/sell-offline.mjs', () => {
  const database = testDatabase('embedded');
  beforeAll(() => database.create());
  afterAll(() => database.dispose());
  const server = serverFor(database, fixtures);

  function startTill(url: string) {
    const till = spawn(process.execPath, ['--import', 'tsx', 'examples/sell-offline.mjs'], {
      cwd: ROOT,
      env: { ...process.env, SERVICE_URL: url, TOKEN: TOKENS.writer, OUTBOX: join(inject('scratch'), 'sell.ndjson') },
      stdio: 'pipe',
    });
    let [kept, errors] = ['', ''];
    till.stdout.on('data', (chunk: Buffer) => (kept += chunk.toString()));
    till.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    till.stdin.on('error', () => undefined);
    const ended = new Promise<number | null>((resolve) => till.once('close', resolve));
    return {
      sell: async (...numbers: readonly number[]) => {
        till.stdin.write(numbers.map((number) => `${draft(number)}\n`).join(''));
        await until(
          () => numbers.every((number) => kept.includes(`kept ${number} `)),
          () => [kept, errors],
        );
      },
      /** Starts a sale without waiting until it is stored. */
      begin: (number: number) => void till.stdin.write(`${draft(number)}\n`),
      kill: () => {
        till.kill('SIGKILL');
        return ended;
      },
      finish: async () => {
        till.stdin.end();
        return [await ended, errors];
      },
    };
  }

  it('keeps every sale while the connection is cut and the till is killed, and the server stores each sale once', async () => {
    const { cable, cut, url, close } = await startCable(server.url);
    const service = createClient({ baseUrl: server.url, token: TOKENS.writer });
    const stored = async () => {
      const numbers = [];
      for await (const { receiptNumber } of service.list()) numbers.push(Number(receiptNumber));
      return numbers.sort((a, b) => a - b);
    };
    try {
      let till = startTill(url);
      await till.sell(1, 2);
      await until(async () => (await stored()).length === 2);

      cable.state = 'cut';
      cut();
      await till.sell(3, 4);
      await till.kill();
      till = startTill(url);
      await till.sell(5);

      // The server stores documents, but the till gets no responses.
      cable.state = 'lost';
      await until(() => cable.lost > 0);
      till.begin(6);
      await till.kill();
      cable.state = 'whole';
      till = startTill(url);
      // The till does not know whether sale 6 was stored, and sells it again.
      await till.sell(6);
      expect(await till.finish()).toEqual([0, '']);
      expect(await stored()).toEqual([1, 2, 3, 4, 5, 6]);
    } finally {
      close();
    }
  });
});
