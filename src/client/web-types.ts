/**
 * The platform's `AbortSignal`, or `unknown` in a project without platform types: the library requires neither the Node
 * types nor the DOM types.
 */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : unknown;

/** The part of a `Response` that the client reads. */
export type FetchResponse = {
  readonly status: number;
  readonly headers: {
    /** The text of a header; null if absent. */
    get(name: string): string | null;
  };
  /** The whole body. */
  text(): Promise<string>;
};

/** The `init` argument that the client passes to `fetch`. */
export type FetchInit = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Never follow redirects: the next server would receive the token. */
  redirect: 'manual';
  signal: Signal;
};

/** The global `fetch`, or a function with the same behaviour. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;
