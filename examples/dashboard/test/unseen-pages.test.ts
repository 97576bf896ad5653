import { describe, expect, it } from 'vitest';
import { allRoutes } from '../src/pages/index.js';
import type { DashboardContext } from '../src/request-context.js';
import { PAGE_PATHS } from './page-paths.js';
import { unseenPages } from './unseen-pages.js';

const page = (path: string) => ({ method: 'GET', path }) as const;

describe('the paths that the browser tests open', () => {
  it('include every page of the dashboard', () => {
    expect(unseenPages(allRoutes({} as DashboardContext), PAGE_PATHS)).toEqual([]);
  });

  it('must have an entry for each page, with a path; the message names the page and the file', () => {
    const routes = [page('/'), page('/refunds/:id'), page('/shops')];
    const faults = unseenPages(routes, { '/': () => [''], '/shops': () => [] });
    expect(faults).toHaveLength(2);
    for (const [i, path] of ['/refunds/:id', '/shops'].entries()) {
      expect(faults[i]).toContain(`examples/dashboard/test/page-paths.ts: add ${path},`);
    }
  });

  it('must not have an entry that is no page', () => {
    const [fault, ...more] = unseenPages([page('/')], { '/': () => [''], '/gone': () => ['/gone'] });
    expect(more).toEqual([]);
    expect(fault).toContain('examples/dashboard/test/page-paths.ts: remove /gone,');
  });

  it('may have any id or query, and need not include files or actions', () => {
    const routes = [page('/shops/:id'), page('/shops/:id.json'), { method: 'POST', path: '/x' } as const];
    expect(unseenPages(routes, { '/shops/:id': ({ event }) => ['/shops/7?show=all', `/shops/${event}`] })).toEqual([]);
  });

  it('must open the page of their entry: /shops/new is not an id', () => {
    const routes = [page('/shops/:id'), page('/shops/new')];
    const table = { '/shops/:id': () => ['/shops/new'], '/shops/new': () => ['/shops/new'] };
    expect(unseenPages(routes, table)).toEqual([expect.stringContaining('/shops/new does not open /shops/:id')]);
  });
});
