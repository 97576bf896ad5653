import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HUNG_MS } from '../../../../test/support/hung.js';

/** A response as received from the socket, with header names in lower case. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** A part to send: text (as UTF-8), bytes, or milliseconds to wait. */
export type Part = string | Uint8Array | number;

export type RawOptions = {
  /**
   * The number of responses to wait for, without interim responses (100). Default: 1. There are fewer if the server
   * closes the connection first.
   */
  answers?: number;
  /** Sends FIN after the last part. */
  halfClose?: boolean;
};

/** Sends parts unchanged on a new socket, and reads the responses. Rejects if they never complete. */
export async function sendRaw(url: string, parts: readonly Part[], options: RawOptions = {}): Promise<RawAnswer[]> {
  const { answers = 1, halfClose = false } = options;
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = Buffer.alloc(0);
  const found = () => readAnswers(received).filter(({ status }) => status >= 200);
  const answered = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`responses not complete: ${received.toString()}`)), HUNG_MS / 2);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (found().length >= answers) resolve();
    });
    // After a reset, the responses that arrived before it still count.
    socket.on('error', () => resolve());
    socket.on('end', () => resolve());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  try {
    await Promise.race([answered, write(socket, parts, halfClose).then(() => answered)]);
    return found();
  } finally {
    socket.destroy();
  }
}

async function write(socket: ReturnType<typeof connect>, parts: readonly Part[], halfClose: boolean): Promise<void> {
  for (const part of parts) {
    if (typeof part === 'number') await sleep(part);
    else if (socket.writable) socket.write(part);
  }
  if (halfClose && socket.writable) socket.end();
}

/** All complete responses. */
function readAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) return answers;
    const [first = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
    );
    const start = headEnd + 4;
    const length = Number(headers['content-length'] ?? 0);
    const read =
      headers['transfer-encoding'] === 'chunked'
        ? readChunks(rest, start)
        : { bytes: rest.subarray(start, start + length), end: start + length };
    if (read === undefined || rest.length < read.end) return answers;
    answers.push({ status: Number(first.split(' ')[1]), headers, body: read.bytes.toString() });
    rest = rest.subarray(read.end);
  }
}

/** Decodes a chunked body without trailers; undefined if it is incomplete. */
function readChunks(bytes: Buffer, start: number): { bytes: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return undefined;
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
    if (size === 0) return { bytes: Buffer.concat(chunks), end: at };
  }
}

/** The text of a request. `headers` are complete lines, sent after the Host header. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');
}
