import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { answering, cutOff, delivery, httpEndpoint, ok, rawEndpoint, sender } from './support.js';

describe('the request', () => {
  test('is a single POST with the given bytes and headers, a Content-Length, and a User-Agent that names the server', async () => {
    const requests: unknown[] = [];
    const { url, port } = await httpEndpoint((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        requests.push([request.method, request.url, request.headers, Buffer.concat(chunks).toString('hex')]);
        response.end();
      });
    });
    const body = Uint8Array.of(0x7b, 0xff, 0x00, 0x7d);
    await sender().send({ ...delivery(url), body });
    const headers = {
      host: `127.0.0.1:${port}`,
      connection: 'keep-alive',
      'user-agent': `receipt-reference-server/${manifest.version}`,
      'content-type': 'application/json',
      'service-event': 'test',
      'content-length': '4',
    };
    expect(requests).toEqual([['POST', '/hook?a=1', headers, '7bff007d']]);
  });
});

describe('the status', () => {
  test.each([200, 201, 202, 204, 299])('%i counts as delivered', async (status) => {
    const { url } = await httpEndpoint((_request, response) => response.writeHead(status).end());
    const attempt = await sender().send(delivery(url));
    expect(attempt).toMatchObject({ delivered: true, status, errorClass: null, answer: '', address: '127.0.0.1' });
  });

  test.each([400, 401, 404, 410, 429, 500, 503, 599])('%i counts as failed', async (status) => {
    const { url } = await httpEndpoint((_request, response) => response.writeHead(status).end('no'));
    const attempt = await sender().send(delivery(url));
    expect(attempt).toMatchObject({ delivered: false, status, errorClass: 'http_status', answer: 'no' });
  });

  test.each([300, 301, 302, 303, 304, 307, 308])('%i counts as failed, and its Location is ignored', async (status) => {
    const { url, sockets } = await httpEndpoint((_request, response) => {
      response.writeHead(status, { Location: url }).end();
    });
    let lookups = 0;
    const made = sender({ lookup: async () => [`${++lookups}`] });
    const attempt = await made.send(delivery(url));
    expect(attempt).toMatchObject({ delivered: false, status, errorClass: 'redirect' });
    expect([sockets.length, lookups]).toEqual([1, 0]);
  });

  test.each([
    ['102 Processing', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('%s is not final', async (_name, informational) => {
    const { url } = await answering(informational + ok('done'));
    expect(await sender().send(delivery(url))).toMatchObject({ delivered: true, status: 200, answer: 'done' });
  });

  test('an unrequested 100 Continue fails the attempt', async () => {
    const { url } = await answering(`HTTP/1.1 100 Continue\r\n\r\n${ok('done')}`);
    expect(await sender().send(delivery(url))).toMatchObject({
      delivered: false,
      status: null,
      errorClass: 'protocol',
    });
  });
});

describe('the body of a response', () => {
  const body = (bytes: Uint8Array | string, headers = {}) =>
    httpEndpoint((_request, response) => response.writeHead(200, headers).end(bytes));

  test.each([
    ['text', 'smörgås', 'smörgås'],
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['bytes that are not UTF-8', Uint8Array.of(0x61, 0xff, 0xfe), 'a\ufffd\ufffd'],
    ['a lone surrogate in UTF-8', Uint8Array.of(0xed, 0xa0, 0x80), '\ufffd\ufffd\ufffd'],
  ])('is kept as text: %s', async (_name, bytes, text) => {
    const { url } = await body(bytes);
    expect((await sender().send(delivery(url))).answer).toBe(text);
  });

  test('is not decompressed', async () => {
    const { url } = await body(gzipSync('x'.repeat(1000)), { 'Content-Encoding': 'gzip' });
    expect((await sender().send(delivery(url))).answer).toMatch(/^\u001f\ufffd/);
  });

  test.each([
    [16_384, 16_384],
    [16_385, 16_384],
    [5_000_000, 16_384],
  ])('with %i bytes is read up to byte %i', async (length, kept) => {
    const { url } = await body('x'.repeat(length));
    const attempt = await sender().send(delivery(url));
    expect(attempt).toMatchObject({ delivered: true, status: 200 });
    expect(attempt.answer).toBe('x'.repeat(kept));
  });

  test('is cut before a character that does not fit completely', async () => {
    const { url } = await body('åäö');
    expect((await sender({ maxAnswerBytes: 3 }).send(delivery(url))).answer).toBe('å');
  });

  test('can be endless', async () => {
    const { url } = await answering('HTTP/1.1 200 OK\r\n\r\n', (socket) => {
      const flood = () => socket.write('x'.repeat(10_000), (error) => (error instanceof Error ? undefined : flood()));
      flood();
    });
    expect(await sender().send(delivery(url))).toMatchObject({ delivered: true, answer: 'x'.repeat(16_384) });
  });

  test.each([
    ['cut off', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
    ['cut off in a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc'],
    ['closed without a length', 'HTTP/1.1 200 OK\r\n\r\nabc'],
  ])('can be %s', async (_name, bytes) => {
    const { url } = await answering(bytes, (socket) => socket.end());
    expect(await sender().send(delivery(url))).toMatchObject({ delivered: true, status: 200, answer: 'abc' });
  });

  test('can follow long headers', async () => {
    const { url } = await answering(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(60_000)}\r\nContent-Length: 3\r\n\r\nabc`);
    expect(await sender().send(delivery(url))).toMatchObject({ delivered: true, status: 200, answer: 'abc' });
  });

  test('can have invalid chunks', async () => {
    const { url } = await answering('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc');
    expect(await sender().send(delivery(url))).toMatchObject({ delivered: true, status: 200 });
  });

  test('is also kept for a failed attempt, even if the body never ends', async () => {
    const { url } = await answering('HTTP/1.1 500 No\r\n\r\nsorry');
    const attempt = await cutOff(url);
    expect(attempt).toMatchObject({ delivered: false, status: 500, errorClass: 'http_status', answer: 'sorry' });
  });
});

describe('a bad response', () => {
  test.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['nothing but zero bytes', '\0'.repeat(100)],
    ['HTTP/2', Buffer.from('00000604000000000000', 'hex')],
    ['an unrequested upgrade', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a bad header', 'HTTP/1.1 200 OK\r\nX\r\n\r\n'],
    ['headers over 64 KiB', `HTTP/1.1 200 OK\r\n${'X: 123456789012345678\r\n'.repeat(4000)}\r\n`],
    ['one header over 64 KiB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('fails the attempt without a crash: %s', async (_name, bytes) => {
    const { url } = await answering(bytes);
    const attempt = await sender().send(delivery(url));
    expect(attempt).toMatchObject({ delivered: false, status: null, errorClass: 'protocol', answer: null });
  });

  test('can be cut off within its status line', async () => {
    const { url } = await answering('HTTP/1.1 20', (socket) => socket.end());
    expect(await sender().send(delivery(url))).toMatchObject({ status: null, errorClass: 'protocol' });
  });

  test.each(['end', 'destroy', 'resetAndDestroy'] as const)('can be missing completely: %s', async (how) => {
    const { url } = await rawEndpoint((socket) => socket.on('data', () => void socket[how]()));
    expect(await sender().send(delivery(url))).toMatchObject({ status: null, errorClass: 'closed', answer: null });
  });
});

test('an attempt with headers that HTTP does not allow fails without sending anything', async () => {
  const { url } = await httpEndpoint((_request, response) => response.end());
  const attempt = await sender().send({ ...delivery(url), headers: { 'Bad Name': 'a\nb' } });
  expect(attempt).toMatchObject({ delivered: false, status: null, errorClass: 'protocol' });
});
