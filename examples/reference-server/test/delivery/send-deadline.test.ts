import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { answering, delivery, httpEndpoint, rawEndpoint, sender } from './support.js';

const never = () => new Promise<never>(() => undefined);

describe('one deadline runs over', () => {
  test('DNS', async () => {
    const attempt = await sender({ deadlineMs: 60, lookup: never }).send(delivery('https://a.example/'));
    expect(attempt).toMatchObject({ delivered: false, errorClass: 'timeout', status: null, address: null });
  });

  test('connecting', async () => {
    const attempt = await sender({
      deadlineMs: 60,
      connect: (_target, signal) => once(signal, 'abort').then(() => Promise.reject(signal.reason as Error)),
    }).send(delivery('https://8.8.8.8/'));
    expect(attempt).toMatchObject({ delivered: false, errorClass: 'timeout', status: null, address: '8.8.8.8' });
  });

  test('a TLS handshake that nobody answers', async () => {
    const { port, sockets } = await rawEndpoint(() => undefined);
    const attempt = await sender({ deadlineMs: 100 }).send(delivery(`https://127.0.0.1:${port}/`));
    expect(attempt).toMatchObject({ errorClass: 'timeout', status: null, address: '127.0.0.1' });
    await closing(sockets[0]!);
  });

  test('sending to an endpoint that does not read', async () => {
    const { url } = await rawEndpoint((socket) => socket.pause());
    const body = new Uint8Array(20_000_000);
    expect((await sender({ deadlineMs: 150 }).send({ ...delivery(url), body })).errorClass).toBe('timeout');
  });

  test('waiting for an answer', async () => {
    const { url, sockets } = await rawEndpoint((socket) => socket.resume());
    expect((await sender({ deadlineMs: 80 }).send(delivery(url))).errorClass).toBe('timeout');
    await closing(sockets[0]!);
  });

  test('a head that trickles in', async () => {
    const { url } = await rawEndpoint((socket) => {
      socket.resume();
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const attempt = await sender({ deadlineMs: 100 }).send(delivery(url));
    expect(attempt).toMatchObject({ delivered: false, status: null, errorClass: 'timeout' });
  });

  test('a body that trickles in, which is a delivery all the same', async () => {
    const { url, sockets } = await answering('HTTP/1.1 200 OK\r\n\r\n', (socket) => {
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const startedAt = performance.now();
    const attempt = await sender({ deadlineMs: 200 }).send(delivery(url));
    expect(performance.now() - startedAt).toBeGreaterThan(150);
    expect(attempt).toMatchObject({ delivered: true, status: 200, errorClass: null });
    expect(attempt.answer).toMatch(/^x+$/);
    await closing(sockets[0]!);
  });

  test('both tries of a connection that was closed while idle', async () => {
    let requests = 0;
    const { url } = await rawEndpoint((socket) => {
      socket.on('data', () => {
        requests++;
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        if (requests === 2) setTimeout(() => socket.destroy(), 1_500);
      });
    });
    const made = sender({ deadlineMs: 2_000 });
    await made.send(delivery(url));
    const startedAt = performance.now();
    expect((await made.send(delivery(url))).errorClass).toBe('timeout');
    // A deadline for each try would be 3.5 s.
    expect(performance.now() - startedAt).toBeLessThan(3_200);
    expect(requests).toBe(3);
  });
});

describe('the duration', () => {
  test('is that to the status line', async () => {
    const times = [1_000, 1_042.4];
    const { url } = await httpEndpoint((_request, response) => response.end('x'));
    const attempt = await sender({ now: () => times.shift() ?? 9_000 }).send(delivery(url));
    expect(attempt).toMatchObject({ delivered: true, durationMs: 42, answer: 'x' });
  });

  test('is that to the failure where no answer came', async () => {
    let time = 5;
    const lookup = async () => {
      time = 12;
      return [];
    };
    expect((await sender({ now: () => time, lookup }).send(delivery('https://a.example/'))).durationMs).toBe(7);
  });
});

describe('giving up', () => {
  test('before the start sends nothing', async () => {
    const { url, sockets } = await httpEndpoint((_request, response) => response.end());
    const attempt = await sender().send(delivery(url), AbortSignal.abort());
    expect(attempt).toMatchObject({ delivered: false, errorClass: 'aborted', status: null });
    expect(sockets).toHaveLength(0);
  });

  test('before the start asks no name server', async () => {
    let asked = 0;
    const made = sender({ lookup: async () => [`${++asked}`] });
    expect((await made.send(delivery('https://a.example/'), AbortSignal.abort())).errorClass).toBe('aborted');
    expect(asked).toBe(0);
  });

  test('ends an attempt that waits', async () => {
    const controller = new AbortController();
    const { url, sockets } = await rawEndpoint((socket) => socket.on('data', () => controller.abort()));
    expect((await sender().send(delivery(url), controller.signal)).errorClass).toBe('aborted');
    await closing(sockets[0]!);
  });

  test('after the status line leaves a delivery delivered', async () => {
    const controller = new AbortController();
    const { url } = await answering('HTTP/1.1 200 OK\r\n\r\nx');
    const attempt = sender().send(delivery(url), controller.signal);
    setTimeout(() => controller.abort(), 100);
    expect(await attempt).toMatchObject({ delivered: true, status: 200, answer: 'x' });
  });

  test('of many attempts by one signal warns about nothing and leaves no listener', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on('warning', warned);
    const { url } = await httpEndpoint((_request, response) => response.end());
    const made = sender();
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 50 }, () => made.send(delivery(url), signal)));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warned);
    expect(warnings).toEqual([]);
  });

  test('closing the sender aborts what runs, and what comes later', async () => {
    const { url, sockets } = await rawEndpoint((socket) => socket.resume());
    const made = sender();
    const attempt = made.send(delivery(url));
    await expect.poll(() => sockets.length).toBe(1);
    await made.close();
    expect((await attempt).errorClass).toBe('aborted');
    expect((await made.send(delivery(url))).errorClass).toBe('aborted');
    await closing(sockets[0]!);
  });
});

/** Resolves when the endpoint sees its connection closed: nothing was left open. */
async function closing(socket: { closed: boolean; resume(): unknown }): Promise<void> {
  socket.resume();
  await expect.poll(() => socket.closed).toBe(true);
}
