import { describe, expect, it } from 'vitest';
import { allRoutes } from '../src/pages/index.js';
import type { DashboardContext } from '../src/request-context.js';
import { unseenPages } from './unseen-pages.js';

const page = (path: string) => ({ method: 'GET', path }) as const;

describe('pages that no test looks at', () => {
  it('are named, with the file to add them to', () => {
    const [fault, ...more] = unseenPages([page('/'), page('/refunds/:id')], ['/dashboard']);
    expect(more).toEqual([]);
    for (const text of ['in-browser.ts', '/refunds/:id']) expect(fault).toContain(text);
  });

  it('are not those that are looked at under any id or query, nor files and actions', () => {
    const routes = [
      page('/shops'),
      page('/shops/:id'),
      page('/shops/:id.json'),
      { method: 'POST', path: '/x' } as const,
    ];
    expect(unseenPages(routes, ['/dashboard/shops?show=failing', '/dashboard/shops/7'])).toEqual([]);
  });

  it('are not taken for a page with an id in that place', () => {
    expect(unseenPages([page('/shops/:id'), page('/shops/new')], ['/dashboard/shops/new'])).toHaveLength(1);
  });

  it('are all pages of the dashboard where nothing is looked at', () => {
    const routes = allRoutes({} as DashboardContext);
    expect(unseenPages(routes, []).length).toBeGreaterThan(10);
  });
});
