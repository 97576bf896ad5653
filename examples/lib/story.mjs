/**
 * The demo of the service: starts a server on the embedded database, grants an app access as a merchant, writes,
 * replays and rejects receipts, verifies the webhooks, and lists the receipts. Every step prints its result, and throws
 * if the result is wrong.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = 'examples/dashboard/src/main.ts';

/**
 * Fixed values for the demo. Only the app's token is not fixed: the server creates it when the merchant grants access.
 */
const BUSINESS = { id: 'biz_demo_se', ownerId: 'own_demo', name: 'Demobutiken', country: 'SE' };
const APP = { id: 'app_demo', name: 'Demo POS', partner: true };
const SECRET = 'whsec_demo';
const ADMIN_TOKEN = 'the-admin-token-of-the-demo';

/**
 * Runs the demo. The receipts in `written` are valid and will be stored; `refused` is invalid and will be rejected.
 *
 * @param print a function that prints a line
 */
export async function tellStory({ written, refused }, { createClient, webhookListener }, print) {
  const step = (title) => print(`\n${title}`);
  const folder = mkdtempSync(join(tmpdir(), 'receipt-demo-'));
  const receiver = await startReceiver(webhookListener);
  let server;
  try {
    step('A server starts on the embedded database');
    server = await startServer(folder, receiver.url);
    print(`  listening on ${server.url}`);

    step('The merchant grants the app access in the dashboard');
    const token = await grantAccess(server.url);
    print(`  ${APP.name} may write for ${BUSINESS.name}: ${token.slice(0, 12)}…`);
    const client = createClient({ baseUrl: server.url, token });

    step(`The app writes ${written.length} receipts`);
    for (const { name, transaction } of written) {
      const sent = await client.send(transaction);
      expect(sent.outcome, 'stored', name);
      print(`  stored ${sent.transaction.id} ${name}`);
    }

    step('The app sends the first receipt again with the same key, and the server does not store it twice');
    const replay = await client.send(written[0].transaction);
    expect(replay.replayed, true, 'the replay');
    print(`  replayed ${replay.transaction.id} ${written[0].name}`);

    step('The app sends an invalid receipt, and the server rejects it with a list of all issues');
    const refusal = await client.send(refused.transaction);
    expect(refusal.outcome, 'refused', refused.name);
    print(`  ${refusal.status} ${refusal.error.code}: ${refusal.error.message}`);
    for (const { field, code, message } of refusal.issues) print(`    ${field} ${code}: ${message}`);

    step('The webhook receives the signed events and verifies each signature');
    const events = await receiver.until(1 + written.length);
    for (const { type, eventId } of events) print(`  ${type} ${eventId}`);

    step('The app lists the receipts, newest first, in pages of two');
    const listed = [];
    for await (const document of client.list({ limit: 2 })) {
      listed.push(document.id);
      print(`  ${document.timestamp} ${document.id} ${document.totals.total / 100} ${document.currency}`);
    }
    expect(listed.length, written.length, 'the number of listed receipts');
  } finally {
    await server?.stop();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
  print('\nThe server has stopped');
}

async function startServer(folder, webhookUrl) {
  const fixtures = join(folder, 'fixtures.json');
  const events = ['transaction.created', 'authorization.granted'];
  const endpoint = { id: 'ep_demo', appId: APP.id, url: webhookUrl, secret: SECRET, events };
  writeFileSync(fixtures, JSON.stringify({ businesses: [BUSINESS], apps: [APP], endpoints: [endpoint] }));
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: '',
      ROLE: '',
      FIXTURES: fixtures,
      ADMIN_TOKEN,
      ALLOW_LOOPBACK_ENDPOINTS: '1',
    },
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const url = /^listening on (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      stop: async () => {
        child.kill('SIGTERM');
        const [code] = await exited;
        expect(code, 0, "the server's exit code");
      },
    };
  }
  throw new Error('the server exited before it listened');
}

/** Signs in to the dashboard, submits the form that grants access, and returns the token from the next page. */
async function grantAccess(url) {
  const page = `${url}/dashboard/businesses/${BUSINESS.id}`;
  const browser = formBrowser(new URL(url).origin);
  await browser.submit(`${url}/dashboard/sign-in`, { token: ADMIN_TOKEN });
  const formToken = /name="formToken" value="([^"]+)"/.exec(await browser.open(page))?.[1];
  const form = { formToken: formToken ?? '', app: APP.id, scopes: 'transactions.write' };
  const shown = await browser.submit(`${page}/authorizations`, form);
  const token = /svc_[\w-]+/.exec(shown)?.[0];
  if (token === undefined) throw new Error('the dashboard showed no token');
  return token;
}

/** A minimal browser for forms: it keeps cookies and follows redirects after a form is submitted. */
function formBrowser(origin) {
  const cookies = new Map();
  const request = async (url, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie, origin } });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set);
      cookies.set(name, value);
    }
    return response;
  };
  const open = async (url) => (await request(url)).text();
  return {
    open,
    submit: async (url, fields) => {
      const response = await request(url, { method: 'POST', body: new URLSearchParams(fields) });
      expect(response.status, 303, `the form of ${url}`);
      return open(new URL(response.headers.get('location'), url));
    },
  };
}

/** Starts a webhook receiver that stores the events it receives. */
async function startReceiver(webhookListener) {
  const events = [];
  const server = createServer(webhookListener({ secrets: SECRET, onEvent: (event) => events.push(event) }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    until: async (count) => {
      const end = Date.now() + 10_000;
      while (events.length < count && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(events.length, count, 'the number of verified events');
      return events;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function expect(found, right, what) {
  if (found !== right) throw new Error(`${what}: expected ${right}, found ${found}`);
}
