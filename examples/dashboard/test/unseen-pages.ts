import type { Route } from '../src/request-context.js';

/**
 * Returns a message for each page that the tests do not open, with the file to add it to.
 *
 * @param paths the paths that the tests open, such as `/dashboard/endpoints?show=failing`
 */
export function unseenPages(routes: readonly Pick<Route, 'method' | 'path'>[], paths: readonly string[]): string[] {
  const pages = routes.filter(({ method, path }) => method === 'GET' && !/\.\w+$/.test(path)).map(({ path }) => path);
  const seen = new Set(paths.map((path) => pageAt(path.replace(/^\/dashboard|\?.*/g, '') || '/', pages)));
  return pages
    .filter((page) => !seen.has(page))
    .map(
      (page) =>
        `examples/dashboard/test/in-browser.ts: add a path of ${page} to the paths that axe and every window check`,
    );
}

/** Finds the route of a path. Exact routes take precedence: `/endpoints/new` does not match `/endpoints/:id`. */
function pageAt(path: string, pages: readonly string[]): string | undefined {
  const fits = (page: string) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
  return pages.includes(path) ? path : pages.find(fits);
}
