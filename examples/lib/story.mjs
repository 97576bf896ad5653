/**
 * The service in one run: a server on the embedded database, a merchant who grants an app access, receipts written,
 * refused and replayed, the signed webhook, and the list. Every step prints its result, and throws if that is wrong.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = 'examples/dashboard/src/main.ts';

/** Names in the demo. The token is not one of them: the server makes it when access is granted. */
const BUSINESS = { id: 'biz_demo_se', ownerId: 'own_demo', name: 'Demobutiken', country: 'SE' };
const APP = { id: 'app_demo', name: 'Demo POS', partner: true };
const SECRET = 'whsec_demo';
const ADMIN_TOKEN = 'the-admin-token-of-the-demo';

/**
 * Runs the demo with these receipts: `written` are valid and are stored, `refused` is not.
 *
 * @param print takes a line
 */
export async function tellStory({ written, refused }, { webhook, cursor }, print) {
  const step = (title) => print(`\n${title}`);
  const folder = mkdtempSync(join(tmpdir(), 'receipt-demo-'));
  const receiver = await startReceiver(webhook.createWebhookVerifier({ secrets: SECRET }));
  let server;
  try {
    step('A server starts on the embedded database');
    server = await startServer(folder, receiver.url);
    print(`  listening on ${server.url}`);

    step('The merchant grants the app access, in the dashboard');
    const token = await grantAccess(server.url);
    print(`  ${APP.name} may write for ${BUSINESS.name}: ${token.slice(0, 12)}…`);
    const client = apiClient(server.url, token);

    step(`The app writes ${written.length} receipts`);
    for (const { name, transaction } of written) {
      const { status, body } = await client.post(transaction, `key-${name}`);
      expect(status, 201, `POST of ${name}`);
      print(`  201 ${body.id} ${name}`);
    }

    step('The first is sent again with its Idempotency-Key: the same document, nothing stored twice');
    const replay = await client.post(written[0].transaction, `key-${written[0].name}`);
    expect(replay.status, 200, 'the replay');
    print(`  200 ${replay.body.id} Idempotent-Replayed: ${replay.headers.get('Idempotent-Replayed')}`);

    step('A faulty one is refused, with everything that is wrong with it');
    const refusal = await client.post(refused.transaction, `key-${refused.name}`);
    expect(refusal.status, 422, `POST of ${refused.name}`);
    print(`  422 ${refusal.body.error.code}: ${refusal.body.error.message}`);
    for (const { field, code, message } of refusal.body.issues) print(`    ${field} ${code}: ${message}`);

    step('The webhook gets its events, signed; each signature is verified');
    const events = await receiver.until(1 + written.length);
    for (const { type, eventId } of events) print(`  ${type} ${eventId}`);

    step('The list, newest first, two to a page');
    const listed = [];
    for await (const document of cursor.iterateTransactions((query) => client.list(query), { limit: 2 })) {
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
        expect(code, 0, 'the exit code of the server');
      },
    };
  }
  throw new Error('the server ended before it listened');
}

/** Signs in and sends the form with which a merchant grants access. Returns the token on the next page. */
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

/** The parts of a browser that forms need: cookies, and redirects after a form was sent. */
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

function apiClient(url, token) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return {
    post: async (document, key) => {
      const init = { method: 'POST', headers: { ...headers, 'Idempotency-Key': key }, body: JSON.stringify(document) };
      const response = await fetch(`${url}/v1/transactions`, init);
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    list: async (query) => {
      const response = await fetch(`${url}/v1/transactions?${new URLSearchParams(query)}`, { headers });
      expect(response.status, 200, 'the list');
      return response.json();
    },
  };
}

/** A webhook endpoint that verifies what it gets. */
async function startReceiver(verifier) {
  const events = [];
  const server = createServer(async (request, response) => {
    try {
      events.push(await verifier.verify(await buffer(request), request.headers));
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  });
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
