import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from './available.mjs';

const SECRET = 'whsec_now';

/** An app with a route handler. `next build` checks its types, in strict mode. */
const APP = {
  'app/hook/route.ts': `
    import { webhookHandler } from 'receipt-rule-packs/webhook';
    export const POST = webhookHandler({ secrets: '${SECRET}', onEvent: ({ eventId }) => console.log('event', eventId) });
    export const GET = POST;`,
  'app/layout.tsx': `
    export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;`,
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(import.meta.dirname)} } };`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, moduleResolution: 'bundler', module: 'esnext', jsx: 'react-jsx' },
    include: ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts'],
  }),
};

/** Builds the app with Next.js, starts it, and delivers events to its route. */
export async function inNext({ folder, signal }) {
  const next = installed({ 'linux-x64': 'next', 'linux-arm64': 'next' });
  const { version } = JSON.parse(readFileSync(join(next, 'package.json'), 'utf8'));
  // The app is in this folder, because Next.js looks for its packages in the parent folders.
  mkdirSync(join(import.meta.dirname, '.cache'), { recursive: true });
  const app = mkdtempSync(join(import.meta.dirname, '.cache/next-'));
  try {
    cpSync(join(folder, 'node_modules/receipt-rule-packs'), join(app, 'node_modules/receipt-rule-packs'), {
      recursive: true,
      dereference: true,
    });
    for (const [file, text] of Object.entries(APP)) {
      mkdirSync(join(app, file, '..'), { recursive: true });
      writeFileSync(join(app, file), text);
    }
    const run = (...args) =>
      spawn(process.execPath, [join(next, 'dist/bin/next'), ...args], {
        cwd: app,
        env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, NEXT_TELEMETRY_DISABLED: '1', CI: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
        signal,
        killSignal: 'SIGKILL',
      });
    await ended(run('build'));
    const server = run('start', '--port', '0', '--hostname', '127.0.0.1');
    server.on('error', () => undefined);
    const output = outputOf(server);
    const closed = once(server, 'close');
    try {
      return { version, summary: await deliveries(await addressIn(server, output), output, folder) };
    } finally {
      server.kill('SIGTERM');
      await closed;
    }
  } finally {
    rmSync(app, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function deliveries(url, output, folder) {
  const library = join(folder, 'node_modules/receipt-rule-packs/dist/webhook/index.js');
  const { createWebhookSigner } = await import(pathToFileURL(library).href);
  const bodyOf = (eventId, text = '') =>
    JSON.stringify({
      ...{ eventId, schemaVersion: '2.1', type: 'source.connected', businessId: 'biz_1' },
      ...{ createdAt: '2026-11-21T09:00:00Z', data: { text } },
    });
  const deliver = async (body, { secrets = SECRET, sent = body } = {}) => {
    const headers = await createWebhookSigner({ secrets }).sign(body, { event: 'source.connected' });
    return (await fetch(url, { method: 'POST', headers, body: sent })).status;
  };
  const found = {
    'an event': await deliver(bodyOf('evt_1')),
    'the same event': await deliver(bodyOf('evt_1')),
    'a long event': await deliver(bodyOf('evt_2', 'å'.repeat(250_000))),
    'a wrong secret': await deliver(bodyOf('evt_3'), { secrets: 'other' }),
    'a changed body': await deliver(bodyOf('evt_4'), { sent: bodyOf('evt_5') }),
    'a body over the limit': await deliver(bodyOf('evt_6', 'x'.repeat(1_048_576))),
    GET: (await fetch(url)).status,
    'the handled events': [...output().matchAll(/^event (\S+)$/gm)].map(([, eventId]) => eventId).join(),
  };
  const expected = [200, 200, 200, 400, 400, 413, 405, 'evt_1,evt_2'];
  const failures = Object.entries(found)
    .map(([name, value], i) => ({ name: `Next.js: ${name}`, message: `expected ${expected[i]}, found ${value}` }))
    .filter((_, i) => Object.values(found)[i] !== expected[i]);
  const passed = expected.length - failures.length;
  return { runtime: 'Next.js', engine: 'node:crypto', passed, failed: failures.length, failures };
}

function outputOf(program) {
  let output = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk) => (output += chunk));
  return () => output;
}

async function ended(program) {
  const output = outputOf(program);
  const [code] = await once(program, 'close');
  if (code !== 0) throw new Error(`next build ended with ${code}: ${output()}`);
}

async function addressIn(program, output) {
  for (;;) {
    const address = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output())?.[0];
    if (address !== undefined) return `${address}/hook`;
    if (program.exitCode !== null) throw new Error(`next start ended with ${program.exitCode}: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
