import type { Socket } from 'node:net';

/** What a socket has received since the last `begin`. */
export type Received = {
  /** Starts a new count, and expects the head of a response. */
  begin(): void;
  /** Bytes received since then, after TLS: of 1xx responses, of the final response, or of anything else. */
  bytes(): number;
};

const CONTINUE = Buffer.from('HTTP/1.1 100');
const HEAD_END = '\r\n\r\n';
/** The limit for the head of one 100 Continue. */
const MAX_HEAD_BYTES = 16_384;

/**
 * Removes every `100 Continue` from the result of `socket.read()`. A client must accept one that it did not ask for
 * (RFC 9110, 15.2), but undici treats it as a broken response and closes the connection. It handles other 1xx itself.
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
 * The bytes after every leading `100 Continue`; `undecided` if they are too few to know whether another one begins.
 */
function withoutContinue(bytes: Buffer): { rest: Buffer; undecided: boolean } {
  let rest = bytes;
  for (;;) {
    const common = Math.min(rest.length, CONTINUE.length);
    if (!rest.subarray(0, common).equals(CONTINUE.subarray(0, common))) return { rest, undecided: false };
    const end = rest.indexOf(HEAD_END);
    // undici handles an endless head.
    if (end === -1) return { rest, undecided: rest.length < MAX_HEAD_BYTES };
    rest = rest.subarray(end + HEAD_END.length);
  }
}
