import type { Plugin } from 'receipt-reference-server/server.js';
import { findAdminToken } from './admin-token.js';
import { dashboard } from './dashboard.js';
import { BASE, path, withQuery } from './paths.js';
import { createSignInTokens } from './sign-in-tokens.js';

/** Hosts that can be reached only from this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/**
 * Creates the plugin that adds the dashboard to the server if an admin token exists.
 *
 * @param terminal whether standard output is a terminal: if so, and on a loopback host, the server prints a sign-in
 *   link
 */
export function createDashboardPlugin(terminal: boolean): Plugin {
  return async (app, { config, ...context }) => {
    const found = await findAdminToken(config);
    if (!found) return { startLines: () => 'no dashboard: ADMIN_TOKEN is not set' };
    const { dashboardTimeZone: timeZone, rejectedRequests, autoPauseDays, playgroundUrl, host } = config;
    const signInTokens = createSignInTokens();
    const options = { adminToken: found, timeZone, rejectedRequests, autoPauseDays, playgroundUrl, signInTokens };
    await app.register(dashboard, { ...context, ...options, prefix: BASE });
    app.get('/', async (_request, reply) => reply.redirect(BASE, 302));
    const signInToken = terminal && LOOPBACK.test(host) ? signInTokens.issue() : undefined;
    return {
      startLines: (address) => {
        const line = `dashboard: ${address}${BASE}  admin token: ${found.source}`;
        if (signInToken === undefined) return line;
        return `${line}\nsign in, once within 10 minutes: ${address}${withQuery(path('sign-in'), { token: signInToken })}`;
      },
      links: [{ href: BASE, text: 'Dashboard' }],
    };
  };
}

export const dashboardPlugin = createDashboardPlugin(process.stdout.isTTY);
