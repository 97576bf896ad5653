import { createWebhookVerifier } from 'receipt-rule-packs/webhook';
import type { WebhookEvent } from 'receipt-rule-packs/webhook';
import { serverFor } from '../../reference-server/test/support/in-process.js';
import type { Delivery } from '../../reference-server/test/support/receiver.js';
import { dashboardPlugin } from '../src/plugin.js';

export const ADMIN_TOKEN = 'the admin token of the tests';

/** Runs a server with the dashboard in this process, for the tests in one `describe` block. */
export const dashboardFor = (...[database, fixtures, env]: Parameters<typeof serverFor>) =>
  serverFor(database, fixtures, { ADMIN_TOKEN, ...env }, dashboardPlugin);

/** A response from the dashboard. */
export type PageResponse = { status: number; headers: Headers; html: string };

/** A user of the dashboard, with cookies as in a browser. */
export type Client = {
  cookies: Map<string, string>;
  get: (path: string, headers?: Record<string, string>) => Promise<PageResponse>;
  /** Posts a form. Adds the session's form token by default. */
  post: (path: string, fields?: Fields, headers?: Record<string, string>) => Promise<PageResponse>;
  /** Posts a form and follows the redirect. Throws if the response is not a redirect. */
  act: (path: string, fields?: Fields) => Promise<PageResponse>;
};

export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Creates a user who is not signed in. All paths are relative to `/dashboard`. */
export function createClient(url: string): Client {
  const cookies = new Map<string, string>();
  let formToken = '';
  const send = async (path: string, init: RequestInit): Promise<PageResponse> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}/dashboard${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const html = await response.text();
    formToken = /name="formToken" value="([^"]*)"/.exec(html)?.[1] ?? formToken;
    return { status: response.status, headers: response.headers, html };
  };
  const post: Client['post'] = (path, fields = {}, headers = {}) => {
    const entries = Object.entries({ formToken, ...fields });
    const body = new URLSearchParams(
      entries.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    );
    return send(path, { method: 'POST', body, headers });
  };
  const get: Client['get'] = (path, headers = {}) => send(path, { headers });
  return {
    cookies,
    get,
    post,
    async act(path, fields) {
      const answer = await post(path, fields);
      const location = answer.headers.get('location');
      if (answer.status !== 303 || !location)
        throw new Error(`${answer.status} instead of a page to go to: ${answer.html}`);
      return get(location.replace(/^\/dashboard/, ''));
    },
  };
}

/** Creates a user who is signed in with the admin token. */
export async function signedIn(url: string): Promise<Client> {
  const somebody = createClient(url);
  await somebody.act('/sign-in', { token: ADMIN_TOKEN });
  return somebody;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair, ...attributes] = line.split('; ');
  const at = pair!.indexOf('=');
  if (attributes.includes('Max-Age=0') || pair!.endsWith('=')) cookies.delete(pair!.slice(0, at));
  else cookies.set(pair!.slice(0, at), pair!.slice(at + 1));
}

/** Returns the credentials that a page shows, which are `code` elements with the class `token`. */
export function tokensOf({ html }: PageResponse): string[] {
  return [...html.matchAll(/<code class="token">([^<]*)<\/code/g)].map(([, token]) => token!.trim());
}

/** Returns the names of the fields that a page marks as invalid. */
export function problemsOf({ html }: PageResponse): string[] {
  return [...html.matchAll(/id="(\w+)-problem"/g)].map(([, field]) => field!);
}

/** Verifies a delivery in the same way as a receiver. */
export function verify(delivery: Delivery, secret: string): Promise<WebhookEvent> {
  return createWebhookVerifier({ secrets: secret }).verify(delivery.body, delivery.headers);
}

/** Registers an endpoint through the form, and returns its id. */
export async function register(
  somebody: Client,
  fields: { owner: string; url: string; events: readonly string[] },
): Promise<string> {
  await somebody.get('/endpoints/new');
  const { status, headers, html } = await somebody.post('/endpoints/new', fields);
  if (status !== 303) throw new Error(`${status}: ${html}`);
  return headers.get('location')!.split('/')[3]!;
}

/** Returns the text of a page, or of the part between `from` and `to`, without markup and with single spaces. */
export function textOf({ html }: Pick<PageResponse, 'html'>, from = '', to?: string): string {
  const start = html.indexOf(from);
  const end = to === undefined ? html.length : html.indexOf(to, start);
  const words = html
    .slice(start, end)
    .split('<')
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('>') + 1)));
  return words.join(' ').split(/\s+/).filter(Boolean).join(' ');
}
