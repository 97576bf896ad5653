import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import { randomUUID } from 'node:crypto';
import { APP_TOKEN_PREFIX, newToken, WRITE_SCOPE } from './credentials/token.js';
import type { Database } from './database/database.js';
import type { EndpointRules } from './endpoints/endpoints.js';
import { loadFixtures } from './fixtures.js';

const SAMPLE = fileURLToPath(new URL('../sample-receipt.json', import.meta.url));

/** Builds the lines to print at the first run: a business, a token, and a request that can be sent as printed. */
export type FirstRunHint = (address: string) => string;

/**
 * If the embedded database has no business yet, creates one, with an app that may write for it. This is the only time
 * the app's token is shown. Returns undefined if there is a business, or for a PostgreSQL server, which is set up with
 * fixtures instead.
 */
export async function firstRun(
  database: Database,
  rules: Pick<EndpointRules, 'offered'>,
): Promise<FirstRunHint | undefined> {
  if (database.kind !== 'embedded') return undefined;
  const businesses = await database.query('SELECT 1 AS found FROM businesses LIMIT 1');
  if (businesses.length > 0) return undefined;
  const token = newToken(APP_TOKEN_PREFIX);
  await loadFixtures(
    database,
    {
      businesses: [{ id: 'biz_demo_se', ownerId: 'own_demo', name: 'Demobutiken', country: 'SE' }],
      apps: [{ id: 'app_demo', name: 'Demo POS', partner: true }],
      authorizations: [{ id: 'auth_demo', appId: 'app_demo', businessId: 'biz_demo_se', scopes: [WRITE_SCOPE], token }],
    },
    rules,
  );
  const file = relative(process.cwd(), SAMPLE);
  return (address) => `
First run: created the business biz_demo_se (Sweden) and the app app_demo with this token, shown only once:

  ${token}

Write a receipt, then list it:

  curl -i ${address}/v1/transactions -H 'Authorization: Bearer ${token}' \\
    -H 'Content-Type: application/json' -H 'Idempotency-Key: ${randomUUID()}' --data @${file}
  curl -i ${address}/v1/transactions -H 'Authorization: Bearer ${token}'

API documentation: ${address}/docs
`;
}
