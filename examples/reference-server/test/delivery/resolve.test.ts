import dgram from 'node:dgram';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lookupByDns } from '../../src/delivery/resolve.js';

const { signal } = new AbortController();
const A = 1;
const AAAA = 28;

describe('lookupByDns', () => {
  test('returns the addresses of both families, IPv4 first', async () => {
    const server = await nameServer({
      [A]: [
        [192, 0, 2, 1],
        [192, 0, 2, 2],
      ],
      [AAAA]: [[0x20, 1, ...zeros(13), 7]],
    });
    expect(await lookupByDns('a.example', signal, [server])).toEqual(['192.0.2.1', '192.0.2.2', '2001::7']);
  });

  test('returns the addresses of one family if the other has none', async () => {
    const server = await nameServer({ [AAAA]: [[0x20, 1, ...zeros(13), 7]] });
    expect(await lookupByDns('a.example', signal, [server])).toEqual(['2001::7']);
  });

  test('returns an empty list for a name without addresses', async () => {
    expect(await lookupByDns('a.example', signal, [await nameServer({})])).toEqual([]);
  });

  test('stops when the signal aborts', async () => {
    const silent = await nameServer(undefined);
    const controller = new AbortController();
    const answer = lookupByDns('a.example', controller.signal, [silent]);
    controller.abort();
    expect(await answer).toEqual([]);
  });
});

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

/**
 * A name server on loopback that answers every query with the addresses of its record type; without `addresses`, it
 * never answers.
 */
async function nameServer(addresses: Record<number, number[][]> | undefined): Promise<string> {
  const server = dgram.createSocket('udp4');
  onTestFinished(() => void server.close());
  server.on('message', (query, from) => {
    if (addresses === undefined) return;
    const end = query.indexOf(0, 12) + 5;
    const records = addresses[query.readUInt16BE(end - 4)] ?? [];
    const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    const answers = records.map((bytes) =>
      // A pointer to the name in the query, its type and class, a TTL of one minute, and the address.
      Buffer.from([0xc0, 12, ...query.subarray(end - 4, end), 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    server.send(Buffer.concat([header, query.subarray(12, end), ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${server.address().port}`;
}
