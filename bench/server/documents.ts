import { readFileSync } from 'node:fs';
import type { Transaction } from 'receipt-rule-packs';
import type { Fixtures } from '../../examples/reference-server/src/fixtures.js';

const SAMPLE = JSON.parse(
  readFileSync(new URL('../../examples/reference-server/sample-receipt.json', import.meta.url), 'utf8'),
) as Transaction;

/**
 * Variants of the sample receipt of the server. @param run names a part of the bench and must be unique, because a receipt
 * is stored once
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
