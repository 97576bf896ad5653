import type { Route } from '../src/request-context.js';
import type { Created, PagePaths } from './page-paths.js';

const FILE = 'examples/dashboard/test/page-paths.ts';

/** Any ids: they only fill the places of a route. */
const CREATED: Created = { endpoint: 'end_1', event: 'evt_1', transaction: 'txn_1', rejectedRequest: 'req_1' };

/** Compares the dashboard's pages with the paths that the browser tests open. Returns a message for each difference. */
export function unseenPages(routes: readonly Pick<Route, 'method' | 'path'>[], table: PagePaths): string[] {
  const pages = routes.filter(({ method, path }) => method === 'GET' && !/\.\w+$/.test(path)).map(({ path }) => path);
  const missing = pages
    .filter((page) => (table[page]?.(CREATED) ?? []).length === 0)
    .map((page) => `${FILE}: add ${page}, with a path that axe and every window check`);
  const wrong = Object.entries(table).flatMap(([page, paths]) => {
    if (!pages.includes(page)) return [`${FILE}: remove ${page}, which is no page of the dashboard`];
    return paths(CREATED)
      .filter((path) => pageAt(path.replace(/\?.*/, '') || '/', pages) !== page)
      .map((path) => `${FILE}: ${path} does not open ${page}`);
  });
  return [...missing, ...wrong];
}

/** Finds the route of a path. Exact routes take precedence: `/endpoints/new` does not match `/endpoints/:id`. */
function pageAt(path: string, pages: readonly string[]): string | undefined {
  const fits = (page: string) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
  return pages.includes(path) ? path : pages.find(fits);
}
