import { isObject } from '../usage/option-tests.js';
import { exchange, type Settings } from './exchange.js';
import { errorOf, isOk, outcomeOf } from './outcome.js';
import { ServiceError } from './service-error.js';
import type { Signal } from './web-types.js';

type AnyPage = { readonly data: readonly unknown[]; readonly hasMore: boolean; readonly nextCursor: string | null };

/**
 * Fetches pages one at a time, as the caller asks for them.
 *
 * @param name the name of the cursor parameter
 * @throws ServiceError; Error if a cursor repeats, which would make the list endless
 */
export async function* pagesOf<Page extends AnyPage>(
  settings: Settings,
  path: string,
  name: string,
  { signal, ...options }: { readonly signal?: Signal | undefined },
): AsyncGenerator<Page, void, undefined> {
  const query: Record<string, unknown> = options;
  const visited = new Set([query[name]]);
  for (;;) {
    const page = await pageOf<Page>(settings, path, query, signal);
    const { data, hasMore, nextCursor } = page;
    if (hasMore && (!nextCursor || data.length === 0 || visited.has(nextCursor)))
      throw new Error('a page with hasMore must have data and a new nextCursor');
    yield page;
    if (!hasMore) return;
    query[name] = nextCursor;
    visited.add(nextCursor);
  }
}

async function pageOf<Page>(
  settings: Settings,
  path: string,
  query: Readonly<Record<string, unknown>>,
  signal: Signal | undefined,
): Promise<Page> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value as string);
  const request = { method: 'GET', path: `${path}?${parameters.toString()}`, accept: isPage, signal } as const;
  const { status, body, cause } = await exchange(settings, request);
  if (isOk(status) && isPage(body)) return body as Page;
  // The body of a page is never the stored form of a document, so the outcome is never `stored`.
  const { outcome } = outcomeOf({ status, body: isOk(status) ? undefined : body }, {});
  throw new ServiceError(
    outcome === 'conflict' ? 'refused' : (outcome as ServiceError['outcome']),
    status || undefined,
    errorOf(body)?.code,
    { cause },
  );
}

const isPage = (body: unknown): boolean =>
  isObject(body) && Array.isArray(body.data) && body.data.every(isObject) && typeof body.hasMore === 'boolean';
