/** Collects the chunks of a body, up to a limit. */
export type BodyBytes = {
  /** Keeps a chunk. Returns false once the limit is exceeded, and then discards everything. */
  add(chunk: Uint8Array): boolean;
  /** All chunks, joined. */
  bytes(): Uint8Array;
};

export function bodyBytes(limit: number): BodyBytes {
  let chunks: Uint8Array[] = [];
  let length = 0;
  return {
    add(chunk) {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else chunks = [];
      return length <= limit;
    },
    bytes() {
      const joined = new Uint8Array(length);
      let at = 0;
      for (const chunk of chunks) {
        joined.set(chunk, at);
        at += chunk.length;
      }
      return joined;
    },
  };
}

/** Whether the Content-Length header already shows that a body is too long. */
export const saysTooLong = (contentLength: string | null | undefined, limit: number): boolean =>
  Number(contentLength ?? 0) > limit;
