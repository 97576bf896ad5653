import type { Route } from '../src/request-context.js';

/**
 * What is to be added where pages are not among those that tests look at.
 *
 * @param paths what is looked at, such as `/dashboard/endpoints?show=failing`
 */
export function unseenPages(routes: readonly Pick<Route, 'method' | 'path'>[], paths: readonly string[]): string[] {
  const pages = routes.filter(({ method, path }) => method === 'GET' && !/\.\w+$/.test(path)).map(({ path }) => path);
  const seen = new Set(paths.map((path) => pageAt(path.replace(/^\/dashboard|\?.*/g, '') || '/', pages)));
  return pages
    .filter((page) => !seen.has(page))
    .map(
      (page) =>
        `examples/dashboard/test/in-browser.ts: add a path of ${page} to those that axe and every window look at`,
    );
}

/** The page that serves a path: `/endpoints/new` is not an `/endpoints/:id`. */
function pageAt(path: string, pages: readonly string[]): string | undefined {
  const fits = (page: string) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
  return pages.includes(path) ? path : pages.find(fits);
}
