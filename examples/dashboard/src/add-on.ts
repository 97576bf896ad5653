import type { AddOn } from 'receipt-reference-server/server.js';
import { findAdminToken } from './admin-token.js';
import { dashboard } from './dashboard.js';
import { BASE } from './paths.js';

/** Serves the dashboard beside the service where there is an admin token. */
export const dashboardAddOn: AddOn = async (app, { config, ...context }) => {
  const found = await findAdminToken(config);
  if (!found) return () => 'no dashboard: ADMIN_TOKEN is not set';
  const { dashboardTimeZone: timeZone, refusedWrites } = config;
  await app.register(dashboard, { ...context, prefix: BASE, adminToken: found.token, timeZone, refusedWrites });
  return (address) => `dashboard: ${address}${BASE}  admin token: ${found.told}`;
};
