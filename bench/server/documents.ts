import { readFileSync } from 'node:fs';
import type { Transaction } from 'receipt-rule-packs';
import type { Fixtures } from '../../examples/reference-server/src/fixtures.js';

const SAMPLE = JSON.parse(
  readFileSync(new URL('../../examples/reference-server/sample-receipt.json', import.meta.url), 'utf8'),
) as Transaction;

/**
 * Variants of the server's sample receipt. @param run the name of a benchmark; it must be unique, because the server
 * stores each receipt only once
 */
export function document(run: string, i: number): string {
  const minutes = new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString();
  return JSON.stringify({ ...SAMPLE, timestamp: minutes, source: { platform: 'bench', externalId: `${run}-${i}` } });
}

export const TOKEN = 'svc_bench';

/** One business and one app, with endpoints. */
export function fixtures(endpoints: Fixtures['endpoints'] = []): Fixtures {
  return {
    businesses: [{ id: 'biz_demo_se', ownerId: 'own_demo', name: 'Demobutiken', country: 'SE' }],
    apps: [{ id: 'app_demo', name: 'Demo POS', partner: true }],
    authorizations: [
      { id: 'auth_demo', appId: 'app_demo', businessId: 'biz_demo_se', scopes: ['transactions.write'], token: TOKEN },
    ],
    endpoints,
  };
}

export const QUIET_TOKEN = 'svc_bench_quiet';

/** Adds a second tenant. */
export function quietTenant({ businesses = [], apps = [], authorizations = [], ...others }: Fixtures): Fixtures {
  const scopes = ['transactions.write'];
  const quiet = { id: 'auth_quiet', appId: 'app_quiet', businessId: 'biz_quiet', scopes, token: QUIET_TOKEN };
  return {
    ...others,
    businesses: [...businesses, { id: 'biz_quiet', ownerId: 'own_quiet', name: 'Grannen', country: 'SE' }],
    apps: [...apps, { id: 'app_quiet', name: 'Quiet POS', partner: true }],
    authorizations: [...authorizations, quiet],
  };
}

/** Like `document`, but for the second tenant. */
export function quietDocument(run: string, i: number): string {
  return JSON.stringify({ ...(JSON.parse(document(run, i)) as Transaction), vendor: { id: 'biz_quiet' } });
}
