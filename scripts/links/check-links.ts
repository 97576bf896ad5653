/** Checks the links in the laws. */

/** The response to a link: the HTTP status, or the reason why there was no response. */
export interface Opened {
  readonly url: string;
  readonly status: number | undefined;
  readonly reason?: string;
}

/** Milliseconds to wait for a response. */
const PATIENCE_MS = 30_000;
const AT_ONCE = 6;

/** Every URL in a value, each once, in order. */
export function urlsIn(value: unknown): string[] {
  const urls = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, inner] of Object.entries(part)) {
      if (name === 'url' && typeof inner === 'string') urls.add(inner);
      visit(inner);
    }
  };
  visit(value);
  return [...urls].sort();
}

/** Opens each link, a few at a time. Follows redirects, and does not read bodies. */
export async function openLinks(urls: readonly string[], get: typeof fetch): Promise<Opened[]> {
  const opened: Opened[] = new Array<Opened>(urls.length);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < urls.length) {
      const i = next++;
      opened[i] = await openLink(urls[i]!, get);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, urls.length) }, work));
  return opened;
}

async function openLink(url: string, get: typeof fetch): Promise<Opened> {
  try {
    const answer = await get(url, { signal: AbortSignal.timeout(PATIENCE_MS), headers: { accept: '*/*' } });
    await answer.body?.cancel();
    return { url, status: answer.status };
  } catch (error) {
    const { cause } = Object(error) as { cause?: unknown };
    return { url, status: undefined, reason: String(cause ?? error) };
  }
}

/** Whether the page exists. A site that refuses programs (401, 403, 429) may still have the page. */
export const isThere = ({ status }: Opened): boolean => status !== undefined && status >= 200 && status < 300;

/** Whether the page or the whole site is gone. */
export const isDead = ({ status }: Opened): boolean => status === undefined || status === 404 || status === 410;

/**
 * By URL, the last day on which a page could be opened: today, or the day recorded before; only for links that the laws
 * still contain.
 */
export function linkChecked(
  before: Readonly<Record<string, string>>,
  opened: readonly Opened[],
  today: string,
): Record<string, string> {
  const days = opened.flatMap((one): [string, string][] => {
    const day = isThere(one) ? today : Object.hasOwn(before, one.url) ? before[one.url] : undefined;
    return day === undefined ? [] : [[one.url, day]];
  });
  return Object.fromEntries(days);
}

/** The dead links as a Markdown list; '' for none. */
export function deadList(opened: readonly Opened[]): string {
  return opened
    .filter(isDead)
    .map(({ url, status, reason }) => `- [ ] ${url}: ${status ?? reason}\n`)
    .join('');
}
