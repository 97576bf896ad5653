/** A response with its body as text. */
export type Answer = { status: number; headers: Headers; text: string; json: unknown };

/** Calls one server. */
export type Client = {
  /** `POST /v1/transactions`. Sends an object as JSON, and a string unchanged. Omits a header whose value is null. */
  post: (document: unknown, options?: CallOptions) => Promise<Answer>;
  /** `GET /v1/transactions`. `query` includes the question mark. */
  list: (query?: string, options?: CallOptions) => Promise<Answer>;
  /** Any other request. */
  call: (method: string, path: string, init?: { headers?: Record<string, string>; body?: string }) => Promise<Answer>;
};

export type CallOptions = { token?: string; key?: string; headers?: Readonly<Record<string, string | null>> };

/** A client of the server at `url`. Sends `token` by default. */
export function client(url: string, token: string): Client {
  const call: Client['call'] = async (method, path, init = {}) => {
    const response = await fetch(url + path, { method, redirect: 'manual', ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };
  const headersOf = (options: CallOptions, more: Record<string, string | null>) => {
    const usual = { Authorization: `Bearer ${options.token ?? token}`, ...more, ...options.headers };
    return Object.fromEntries(Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== null));
  };
  return {
    call,
    list: (query = '', options = {}) => call('GET', `/v1/transactions${query}`, { headers: headersOf(options, {}) }),
    post: (document, options = {}) =>
      call('POST', '/v1/transactions', {
        headers: headersOf(options, { 'Content-Type': 'application/json', 'Idempotency-Key': options.key ?? null }),
        body: typeof document === 'string' ? document : JSON.stringify(document),
      }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
