import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { cert } from './certificate.js';
import { delivery, httpEndpoint, httpsEndpoint, ok, rawEndpoint, sender } from './support.js';

const NAME = 'hooks.receipts.example';
const lookup = async () => ['127.0.0.1'];

const answer = (socket: Socket) => socket.on('data', () => socket.write(ok('done')));

describe('https', () => {
  test('verifies the certificate for the host name, and sends the name as SNI and Host', async () => {
    const seen: string[] = [];
    const { port, sockets } = await httpsEndpoint((socket) => {
      seen.push(String(Reflect.get(socket, 'servername')));
      socket.on('data', (chunk: Buffer) => {
        seen.push(/host: (.+)\r\n/i.exec(chunk.toString())![1]!);
        socket.write(ok('done'));
      });
    });
    const made = sender({ lookup, ca: cert });
    for (let i = 0; i < 2; i++) {
      const attempt = await made.send(delivery(`https://${NAME}:${port}/`));
      expect(attempt).toMatchObject({ delivered: true, status: 200, answer: 'done', address: '127.0.0.1' });
    }
    expect(seen).toEqual([NAME, `${NAME}:${port}`, `${NAME}:${port}`]);
    expect(sockets).toHaveLength(1);
  });

  test('works if the certificate contains the address', async () => {
    const { url } = await httpsEndpoint(answer);
    expect((await sender({ ca: cert }).send(delivery(url))).delivered).toBe(true);
  });

  test('tries the next address if the first refuses the connection', async () => {
    const { port } = await httpsEndpoint(answer);
    const made = sender({ lookup: async () => ['::1', '127.0.0.1'], ca: cert });
    const attempt = await made.send(delivery(`https://${NAME}:${port}/`));
    expect(attempt).toMatchObject({ delivered: true, address: '127.0.0.1' });
  });

  test('refuses a certificate that no known authority has signed', async () => {
    let requests = 0;
    const { port } = await httpsEndpoint((socket) => socket.on('data', () => requests++));
    const attempt = await sender({ lookup }).send(delivery(`https://${NAME}:${port}/`));
    expect(attempt).toMatchObject({ delivered: false, status: null, errorClass: 'tls', address: '127.0.0.1' });
    expect(requests).toBe(0);
  });

  test('refuses a certificate for another name', async () => {
    const { port } = await httpsEndpoint(answer);
    const attempt = await sender({ lookup, ca: cert }).send(delivery(`https://other.example:${port}/`));
    expect(attempt).toMatchObject({ delivered: false, status: null, errorClass: 'tls' });
  });

  test.each([
    ['plain HTTP', (socket: Socket) => void socket.on('data', () => socket.write('HTTP/1.1 400 Bad\r\n\r\n'))],
    ['nothing and closes the connection', (socket: Socket) => void socket.on('data', () => socket.destroy())],
  ])('fails with the error class tls if the endpoint sends %s', async (_name, onSocket) => {
    const { port } = await rawEndpoint(onSocket);
    expect((await sender().send(delivery(`https://127.0.0.1:${port}/`))).errorClass).toBe('tls');
  });
});

test('http to a TLS port fails', async () => {
  const { port } = await httpsEndpoint(answer);
  const attempt = await sender().send(delivery(`http://127.0.0.1:${port}/`));
  expect(attempt.delivered).toBe(false);
  expect(['closed', 'protocol']).toContain(attempt.errorClass);
});

test('an http connection is never reused for https', async () => {
  const { port, sockets } = await httpEndpoint((_request, response) => response.end());
  const made = sender();
  expect((await made.send(delivery(`http://127.0.0.1:${port}/`))).delivered).toBe(true);
  expect((await made.send(delivery(`https://127.0.0.1:${port}/`))).errorClass).toBe('tls');
  expect(sockets).toHaveLength(2);
});
