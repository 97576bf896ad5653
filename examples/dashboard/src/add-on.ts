import { newToken } from 'receipt-reference-server/credentials/token.js';
import type { AddOn } from 'receipt-reference-server/server.js';
import { dashboard } from './dashboard.js';
import { BASE } from './paths.js';

/** Serves the dashboard beside the service, opened by ADMIN_TOKEN, or by a token that is made and printed. */
export const dashboardAddOn: AddOn = async (app, { config, ...context }) => {
  const adminToken = config.adminToken ?? newToken('');
  await app.register(dashboard, { ...context, prefix: BASE, adminToken });
  const shown = config.adminToken === undefined ? adminToken : 'as in ADMIN_TOKEN';
  return (address) => `dashboard: ${address}${BASE}  admin token: ${shown}`;
};
