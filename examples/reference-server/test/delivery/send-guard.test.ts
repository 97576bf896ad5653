import net from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Target } from '../../src/delivery/connect.js';
import type { SenderOptions } from '../../src/delivery/send.js';
import { delivery, httpEndpoint, sender } from './support.js';

const PUBLIC = '93.184.215.14';

describe('a forbidden address', () => {
  test.each([
    '10.0.0.1',
    '169.254.169.254',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::a00:1]',
    '[2001:db8::1]',
  ])('is neither contacted nor looked up if the host is the literal %s', async (host) => {
    const { options, targets, asked } = watched([[PUBLIC]]);
    const attempt = await sender({ ...options, allowLoopback: false }).send(delivery(`https://${host}/`));
    expect(attempt).toMatchObject({ delivered: false, status: null, errorClass: 'forbidden_address' });
    expect([targets, asked]).toEqual([[], []]);
  });

  test.each([
    '10.0.0.1',
    '127.0.0.1',
    '::1',
    '169.254.169.254',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    '203.0.113.9',
    'no address',
  ])('is not contacted if a name resolves to %s', async (address) => {
    const { options, targets, asked } = watched([[address]]);
    const attempt = await sender({ ...options, allowLoopback: false }).send(delivery('https://a.example/'));
    expect(attempt).toMatchObject({ delivered: false, errorClass: 'forbidden_address', address });
    expect([targets, asked]).toEqual([[], ['a.example']]);
  });

  test('is skipped if a name also resolves to public addresses', async () => {
    const { options, targets } = watched([['10.0.0.1', PUBLIC, '64:ff9b::808:808', '2606:4700::1']]);
    await sender(options).send(delivery('https://a.example:8443/'));
    expect(targets).toEqual([{ host: 'a.example', addresses: [PUBLIC, '2606:4700::1'], port: 8443 }]);
  });

  test.each(['http://a.example/', 'https://localhost/', 'https://u:p@a.example/', 'gopher://a.example/', 'nonsense'])(
    'is also reported for a stored URL that is not a valid endpoint URL: %s',
    async (url) => {
      const { options, targets, asked } = watched([[PUBLIC]]);
      expect((await sender(options).send(delivery(url))).errorClass).toBe('forbidden_address');
      expect([targets, asked]).toEqual([[], []]);
    },
  );

  test('can be loopback, if loopback is no longer allowed', async () => {
    const { url, sockets } = await httpEndpoint((_request, response) => response.end());
    expect((await sender({ allowLoopback: false }).send(delivery(url))).errorClass).toBe('forbidden_address');
    expect(sockets).toHaveLength(0);
  });
});

describe('a name', () => {
  test('is resolved and checked again for each connection, so that DNS rebinding does not work', async () => {
    const { options, targets, asked } = watched([[PUBLIC], ['127.0.0.1']]);
    const made = sender({ ...options, allowLoopback: false });
    expect((await made.send(delivery('https://a.example/'))).errorClass).toBe('connect');
    expect((await made.send(delivery('https://a.example/'))).errorClass).toBe('forbidden_address');
    expect([targets.map((target) => target.addresses), asked]).toEqual([[[PUBLIC]], ['a.example', 'a.example']]);
  });

  test('is looked up without the final dot', async () => {
    const { options, asked } = watched([[PUBLIC]]);
    await sender(options).send(delivery('https://a.example./'));
    expect(asked).toEqual(['a.example']);
  });

  test('is a DNS failure if it has no addresses', async () => {
    const { options, targets } = watched([[]]);
    const attempt = await sender(options).send(delivery('https://a.example/'));
    expect(attempt).toMatchObject({ errorClass: 'dns', address: null, status: null, answer: null });
    expect(targets).toEqual([]);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('SERVFAIL'))],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
  ])('is a DNS failure if the resolver %s', async (_name, lookup) => {
    expect((await sender({ lookup }).send(delivery('https://a.example/'))).errorClass).toBe('dns');
  });
});

describe('connecting', () => {
  test('works with IPv6', async () => {
    const { url } = await httpEndpoint((_request, response) => response.end(), '::1');
    expect(await sender().send(delivery(url))).toMatchObject({ delivered: true, address: '::1' });
  });

  test('fails if nothing listens on the port', async () => {
    const { port } = await closedPort();
    const attempt = await sender().send(delivery(`http://127.0.0.1:${port}/`));
    expect(attempt).toMatchObject({ errorClass: 'connect', address: '127.0.0.1', status: null });
  });
});

/** A resolver and a connector that only record their calls. Each call of the resolver returns the next of `answers`. */
function watched(answers: string[][]): { options: Partial<SenderOptions>; targets: Target[]; asked: string[] } {
  const targets: Target[] = [];
  const asked: string[] = [];
  const options: Partial<SenderOptions> = {
    lookup: async (hostname) => answers[asked.push(hostname) - 1] ?? [],
    connect: async (target) => {
      targets.push(target);
      throw new Error('not connected: the address is not on this machine');
    },
  };
  return { options, targets, asked };
}

async function closedPort(): Promise<{ port: number }> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return { port };
}
