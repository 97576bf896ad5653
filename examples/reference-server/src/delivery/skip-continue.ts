import type { Socket } from 'node:net';

/** Counts the bytes that a socket has received since the last call of `begin`. */
export type Received = {
  /** Starts a new count and expects the status line of a response. */
  begin(): void;
  /**
   * The number of bytes received since then, after TLS decryption: in 1xx responses, the final response, or anything
   * else.
   */
  bytes(): number;
};

const CONTINUE = Buffer.from('HTTP/1.1 100');
const HEAD_END = '\r\n\r\n';
/** The maximum size of one 100 Continue response. */
const MAX_HEAD_BYTES = 16_384;

/**
 * Removes every `100 Continue` from the result of `socket.read()`. A client must accept an unsolicited `100 Continue`
 * (RFC 9110, 15.2), but undici treats it as a broken response and closes the connection. undici handles other 1xx
 * responses itself.
 */
export function skipContinue(socket: Socket): Received {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let expectsHead = true;
  let held: Buffer | null = null;
  let bytes = 0;

  socket.read = (size?: number) => {
    for (;;) {
      const chunk = read(size);
      if (chunk === null) return null;
      bytes += chunk.length;
      if (!expectsHead) return chunk;
      const { rest, undecided } = withoutContinue(held === null ? chunk : Buffer.concat([held, chunk]));
      expectsHead = undecided;
      held = undecided ? rest : null;
      if (!undecided) return rest;
    }
  };

  const begin = () => {
    expectsHead = true;
    held = null;
    bytes = 0;
  };
  return { begin, bytes: () => bytes };
}

/**
 * The bytes after all leading `100 Continue` responses; `undecided` if there are too few bytes to know whether another
 * one begins.
 */
function withoutContinue(bytes: Buffer): { rest: Buffer; undecided: boolean } {
  let rest = bytes;
  for (;;) {
    const common = Math.min(rest.length, CONTINUE.length);
    if (!rest.subarray(0, common).equals(CONTINUE.subarray(0, common))) return { rest, undecided: false };
    const end = rest.indexOf(HEAD_END);
    // undici limits the length of endless headers.
    if (end === -1) return { rest, undecided: rest.length < MAX_HEAD_BYTES };
    rest = rest.subarray(end + HEAD_END.length);
  }
}
