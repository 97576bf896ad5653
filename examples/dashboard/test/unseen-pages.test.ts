import { describe, expect, it } from 'vitest';
import { allRoutes } from '../src/pages/index.js';
import type { DashboardContext } from '../src/request-context.js';
import { unseenPages } from './unseen-pages.js';

const page = (path: string) => ({ method: 'GET', path }) as const;

describe('pages that no test opens', () => {
  it('are reported with the file to add them to', () => {
    const [fault, ...more] = unseenPages([page('/'), page('/refunds/:id')], ['/dashboard']);
    expect(more).toEqual([]);
    for (const text of ['in-browser.ts', '/refunds/:id']) expect(fault).toContain(text);
  });

  it('do not include pages opened with any id or query, files, or actions', () => {
    const routes = [
      page('/shops'),
      page('/shops/:id'),
      page('/shops/:id.json'),
      { method: 'POST', path: '/x' } as const,
    ];
    expect(unseenPages(routes, ['/dashboard/shops?show=failing', '/dashboard/shops/7'])).toEqual([]);
  });

  it('include /shops/:id if a test opens only /shops/new', () => {
    expect(unseenPages([page('/shops/:id'), page('/shops/new')], ['/dashboard/shops/new'])).toHaveLength(1);
  });

  it('are all dashboard pages if none are opened', () => {
    const routes = allRoutes({} as DashboardContext);
    expect(unseenPages(routes, []).length).toBeGreaterThan(10);
  });
});
