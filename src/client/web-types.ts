/**
 * The `AbortSignal` of the platform, or `unknown` in a project without types of a platform: the library's own types
 * need neither those of Node nor of browsers.
 */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : unknown;

/** The part of a `Response` that the client reads. */
export type FetchResponse = {
  readonly status: number;
  readonly headers: {
    /** The text of a header; null if it is absent. */
    get(name: string): string | null;
  };
  /** The whole body. */
  text(): Promise<string>;
};

/** The requests that the client makes, as arguments of `fetch`. */
export type FetchInit = {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Redirects are never followed: the next server would receive the token. */
  redirect: 'manual';
  signal: Signal;
};

/** The global `fetch`, or a function like it. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;
